import { sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import type { Role } from "#access/roles.ts"
import { lockAccount } from "#domains/accounts/index.ts"
import type { Place } from "#kernel/cursor.ts"
import { newId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { suspends } from "#storage/own-row.ts"
import { prepared } from "#storage/prepared.ts"
import { claimSlug } from "./slugs/index.ts"

/** Inserts a workspace with its first owner. Undefined when its slug is taken. */
export async function insertWorkspace(
  cx: Inside,
  { slug, name, ownerId }: { slug: string; name: string; ownerId: string },
): Promise<WorkspaceId | undefined> {
  const id = newId("workspace")
  if (!(await claimSlug(cx, slug, id))) return undefined
  await cx.db
    .insertInto("workspaces")
    .values({ id, slug, name, contact: null, created_at: cx.now(), suspended_at: null, deleted_at: null })
    .execute()
  const member = { workspace_id: id, account_id: ownerId, role: "owner" as const, created_at: cx.now() }
  await cx.db.insertInto("members").values(member).execute()
  return id
}

/** Counts owned workspaces, also in the trash. Locks the account, so that parallel calls keep the limit. */
export async function countOwned(cx: Inside, accountId: string): Promise<number> {
  await lockAccount(cx, accountId)
  const { owned } = await cx.db
    .selectFrom("members")
    .select(({ fn }) => fn.countAll().as("owned"))
    .where("account_id", "=", accountId)
    .where("role", "=", "owner")
    .executeTakeFirstOrThrow()
  return Number(owned)
}

export async function countWorkspaces(cx: Reading): Promise<number> {
  const count = cx.db.selectFrom("workspaces").select(({ fn }) => fn.countAll().as("all"))
  return Number((await count.executeTakeFirstOrThrow()).all)
}

export function updateWorkspace(
  cx: Inside & Member,
  set: { name?: string | undefined; contact?: string | null | undefined },
) {
  return cx.db
    .updateTable("workspaces")
    .set((row) => ({ slug: row.ref("slug"), ...set }))
    .where("id", "=", cx.workspaceId)
    .returning(["slug", "name", "contact"])
    .executeTakeFirstOrThrow()
}

interface Appearance {
  contact: string | null
  logoKey: string | null
  sites: string[]
}

export async function getAppearance(cx: Reading & Member): Promise<Appearance> {
  const row = await cx.db
    .selectFrom("workspaces")
    .select(["contact", "logo_key as logoKey", "sites"])
    .where("id", "=", cx.workspaceId)
    .executeTakeFirstOrThrow()
  return { ...row, sites: JSON.parse(row.sites) as string[] }
}

export interface OwnWorkspace {
  id: WorkspaceId
  slug: string
  name: string
  role: Role
  joinedAt: number
}

interface Listing {
  accountId: string
  /** The calling connection; empty when the person calls. */
  grantId: string
  before: Place
  limit: number
}

const ofAccount = prepared<Omit<Listing, "before"> & Place, OwnWorkspace>((db, arg) =>
  db
    .selectFrom("members")
    .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
    .leftJoin("grants", (join) => join.on("grants.id", "=", arg("grantId")))
    .select(["workspaces.id", "workspaces.slug", "workspaces.name", "members.role", "members.created_at as joinedAt"])
    .where("members.account_id", "=", arg("accountId"))
    .where("workspaces.deleted_at", "is", null)
    // Members see a suspended workspace, and a notice in it. Connections do not.
    .where((row) => row.or([row("grants.id", "is", null), row("workspaces.suspended_at", "is", null)]))
    .where((row) =>
      row.or([row("grants.workspace_id", "is", null), row("grants.workspace_id", "=", row.ref("workspaces.id"))]),
    )
    .where(sql<boolean>`coalesce(grants.left_out, '') not like '%' || workspaces.id || '%'`)
    .where((row) =>
      row.or([
        row("members.created_at", "<", arg("at")),
        row.and([row("members.created_at", "=", arg("at")), sql<boolean>`workspaces.id < ${arg("id")}`]),
      ]),
    )
    .orderBy("members.created_at", "desc")
    .orderBy("workspaces.id", "desc")
    // With a bare parameter, SQLite would plan the statement for each value, which takes longer than the query.
    .limit(sql<number>`${arg("limit")} + 0`),
)

/** Lists the workspaces that a person or their connection can act on, last joined first, one more than `limit`. */
export function listWorkspacesOf(
  cx: Reading,
  { accountId, grantId, before, limit }: Listing,
): Promise<readonly OwnWorkspace[]> {
  return ofAccount(cx.db, { accountId, grantId, ...before, limit: limit + 1 })
}

/** Locks the workspace's row until the transaction ends. */
export async function lockWorkspace(cx: Inside & Pick<Member, "workspaceId">): Promise<void> {
  await cx.db
    .updateTable("workspaces")
    .set((row) => ({ created_at: row.ref("created_at") }))
    .where("id", "=", cx.workspaceId)
    .execute()
}

export const suspendWorkspace = suspends("workspaces")
