import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { ReadDb } from "#storage/database.ts"
import { hasNotEnded, workspaceOfKey } from "#storage/directory.ts"
import { isPostgres, prepared } from "#storage/prepared.ts"
import { isReachable } from "#storage/reachable.ts"
import { findsRow } from "#storage/whether.ts"
import type { Inside, Reading, WorkspaceIdOrSlug } from "./context.ts"
import type { Role } from "./roles.ts"

export interface Membership {
  workspace_id: WorkspaceId
  slug: string
  name: string
  role: Role
  created_at: number
}

/** The members of all workspaces, for a query of a domain. */
export const members = (db: ReadDb) =>
  db.selectFrom("members").select(["workspace_id", "account_id", "role", "created_at"]).as("member")

/** Includes members of deleted and suspended workspaces. */
const allMemberships = (db: ReadDb) =>
  db
    .selectFrom("members")
    .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
    .select(["members.workspace_id", "members.role", "members.created_at", "workspaces.slug", "workspaces.name"])
const memberships = (db: ReadDb) => allMemberships(db).where(isReachable)

const byId = (isLocked: boolean) =>
  prepared<{ accountId: string; workspaceId: WorkspaceId }, Membership>((db, arg) =>
    memberships(db)
      .where("members.account_id", "=", arg("accountId"))
      .where("members.workspace_id", "=", arg("workspaceId"))
      .$if(isLocked && isPostgres(db), (query) => query.forShare("members")),
  )
const findById = byId(false)
const lockById = byId(true)

/** A workspace's former slug still finds the workspace while it is held, so that old addresses work. */
function lookUpBySlug(among: typeof memberships) {
  const bySlug = prepared<{ accountId: string; slug: string; now: number }, Membership>((db, arg) =>
    among(db)
      .where("members.account_id", "=", arg("accountId"))
      .where(
        "members.workspace_id",
        "=",
        workspaceOfKey(db, { kind: "workspace", key: arg("slug") }).where(hasNotEnded(arg("now"))),
      ),
  )
  return async (cx: Reading, accountId: string, slug: string): Promise<Membership | undefined> =>
    (await bySlug(cx.db, { accountId, slug, now: cx.now() }))[0]
}
const findBySlug = lookUpBySlug(memberships)
const findBySlugInAll = lookUpBySlug(allMemberships)

/** An account's current membership, or undefined. A suspended workspace has no members. */
export async function findMembership(
  cx: Reading,
  accountId: string,
  where: WorkspaceIdOrSlug,
): Promise<Membership | undefined> {
  if ("workspaceId" in where) return (await findById(cx.db, { accountId, workspaceId: where.workspaceId }))[0]
  return findBySlug(cx, accountId, where.slug)
}

/** Finds and locks a membership: a removal or a change of role waits until the transaction ends. */
export async function lockMembership(
  cx: Inside,
  accountId: string,
  workspaceId: WorkspaceId,
): Promise<Membership | undefined> {
  const rows = await lockById(cx.db, { accountId, workspaceId })
  return rows[0]
}

/** Finds an account's workspace by its current or former slug, deleted ones included. */
export async function findOwnWorkspaceId(
  cx: Reading,
  accountId: string,
  slug: string,
): Promise<WorkspaceId | undefined> {
  return (await findBySlugInAll(cx, accountId, slug))?.workspace_id
}

/** Includes deleted and suspended workspaces. */
export async function listWorkspaceIds(cx: Reading, accountId: string): Promise<WorkspaceId[]> {
  const rows = await cx.db.selectFrom("members").select("workspace_id").where("account_id", "=", accountId).execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

export async function listMemberIds(cx: Reading, id: WorkspaceId): Promise<string[]> {
  const rows = await cx.db.selectFrom("members").select("account_id").where("workspace_id", "=", id).execute()
  return rows.map(({ account_id }) => account_id)
}

export async function isInUse(cx: Reading, workspaceId: WorkspaceId): Promise<boolean> {
  return findsRow(cx.db.selectFrom("workspaces").select("id").where("id", "=", workspaceId).where(isReachable))
}

export async function isInSuspended(cx: Reading, accountId: string, slug: string): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("members")
      .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
      .select("workspaces.id")
      .where("members.account_id", "=", accountId)
      .innerJoin("directory", "directory.workspace_id", "workspaces.id")
      .where("directory.kind", "=", "workspace")
      .where("directory.key", "=", slug)
      .where("workspaces.suspended_at", "is not", null)
      .where("workspaces.deleted_at", "is", null),
  )
}
