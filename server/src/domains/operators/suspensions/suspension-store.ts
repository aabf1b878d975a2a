import type { Insertable, Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { listMemberIds } from "#access/membership-store.ts"
import { noteAccess, noteChange } from "#access/note-change.ts"
import type { ListPart } from "#kernel/cursor.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { latestFirst } from "#storage/latest-first.ts"
import type { Schema } from "#storage/schema.ts"
import type { Subject } from "../subject.ts"

export type SuspensionRow = Selectable<Schema["suspensions"]>

const shownAs = { workspace: "workspace", link: "links", offer: "offers" } as const

/**
 * Suspends something, or lifts that: what is served reads this column with the row itself. Returns whose it is;
 * undefined when there is no such thing, or it is so already.
 */
export async function markSuspended(
  cx: Inside,
  { kind, id }: Pick<Subject, "kind" | "id">,
  suspendedAt: number | null,
): Promise<WorkspaceId | undefined> {
  const workspaceId = await setSuspended(cx, { kind, id }, suspendedAt)
  if (workspaceId === undefined) return undefined
  noteChange(cx, { workspaceId, kind: shownAs[kind] })
  // Nobody is in a suspended workspace.
  if (kind === "workspace") for (const member of await listMemberIds(cx, workspaceId)) noteAccess(cx, member)
  return workspaceId
}

async function setSuspended(
  cx: Inside,
  { kind, id }: Pick<Subject, "kind" | "id">,
  suspendedAt: number | null,
): Promise<WorkspaceId | undefined> {
  const set = { suspended_at: suspendedAt }
  const from = suspendedAt === null ? "is not" : "is"
  if (kind === "workspace") {
    const own = cx.db
      .updateTable("workspaces")
      .set(set)
      .where("id", "=", id as WorkspaceId)
    return (await own.where("suspended_at", from, null).returning("id").executeTakeFirst())?.id
  }
  const table = kind === "link" ? "short_links" : "offers"
  const row = await cx.db
    .updateTable(table as "offers")
    .set(set)
    .where("id", "=", id)
    .where("suspended_at", from, null)
    .returning("workspace_id")
    .executeTakeFirst()
  return row?.workspace_id
}

/** Records a suspension. */
export async function insertSuspension(
  cx: Inside,
  row: Omit<Insertable<Schema["suspensions"]>, "created_at" | "lifted_by" | "lifted_at">,
): Promise<void> {
  await cx.db
    .insertInto("suspensions")
    .values({ ...row, created_at: cx.now() })
    .execute()
}

/** Records that the standing suspension of something was lifted, and returns it. */
export function endSuspension(
  cx: Inside,
  { kind, id }: Pick<Subject, "kind" | "id">,
  liftedBy: string,
): Promise<SuspensionRow | undefined> {
  return cx.db
    .updateTable("suspensions")
    .set({ lifted_by: liftedBy, lifted_at: cx.now() })
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("lifted_at", "is", null)
    .returningAll()
    .executeTakeFirst()
}

/** Lists suspensions, those that stand or those that were lifted, newest first, one more than `limit`. */
export function listSuspensionRows(
  cx: Reading,
  { isLifted, ...part }: { isLifted: boolean } & ListPart,
): Promise<SuspensionRow[]> {
  return cx.db
    .selectFrom("suspensions")
    .selectAll()
    .where("lifted_at", isLifted ? "is not" : "is", null)
    .$call(latestFirst("created_at", part))
    .execute()
}

/** Finds a suspension, standing or lifted. */
export function findSuspension(cx: Reading, id: string): Promise<SuspensionRow | undefined> {
  return cx.db.selectFrom("suspensions").selectAll().where("id", "=", id).executeTakeFirst()
}

/** Those who are told: all members of a suspended workspace; owners and admins where something of it is suspended. */
export function listTold(
  cx: Reading,
  { subject_kind, workspace_id }: SuspensionRow,
): Promise<{ id: string; email: string }[]> {
  return cx.db
    .selectFrom("members")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .select(["accounts.id", "accounts.email"])
    .where("members.workspace_id", "=", workspace_id)
    .$if(subject_kind !== "workspace", (query) => query.where("members.role", "in", ["owner", "admin"]))
    .orderBy("accounts.id")
    .limit(1_000)
    .execute()
}
