import type { Insertable, Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { listMemberIds, members } from "#access/membership-store.ts"
import { noteAccess, noteChange, noteHostnames } from "#changes/note-change.ts"
import { people } from "#domains/accounts/index.ts"
import { suspendOffer } from "#domains/handover/index.ts"
import { suspendLink } from "#domains/links/index.ts"
import { suspendWorkspace } from "#domains/workspaces/index.ts"
import type { ListPart } from "#kernel/cursor.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { latestFirst } from "#storage/in-order.ts"
import type { Schema } from "#storage/schema.ts"
import type { Subject } from "../subject.ts"

export type SuspensionRow = Selectable<Schema["suspensions"]>

const suspend = { workspace: suspendWorkspace, link: suspendLink, offer: suspendOffer } as const

const shownAs = { workspace: "workspace", link: "links", offer: "offers" } as const

/** Every query that serves the subject reads this column. Undefined when the subject is missing or in that state. */
export async function markSuspended(
  cx: Inside,
  { kind, id }: Pick<Subject, "kind" | "id">,
  suspendedAt: number | null,
): Promise<WorkspaceId | undefined> {
  const workspaceId = await suspend[kind](cx, id, suspendedAt)
  if (workspaceId === undefined) return undefined
  noteChange(cx, { workspaceId, kind: shownAs[kind] })
  if (kind !== "workspace") return workspaceId
  noteHostnames(cx, workspaceId)
  // A suspended workspace locks its members out.
  for (const member of await listMemberIds(cx, workspaceId)) noteAccess(cx, member)
  return workspaceId
}

export async function insertSuspension(
  cx: Inside,
  row: Omit<Insertable<Schema["suspensions"]>, "created_at" | "lifted_by" | "lifted_at">,
): Promise<void> {
  await cx.db
    .insertInto("suspensions")
    .values({ ...row, created_at: cx.now() })
    .execute()
}

/** Undefined when the subject has no active suspension on record. */
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

/** Finds a suspension, even a lifted one. */
export function findSuspension(cx: Reading, id: string): Promise<SuspensionRow | undefined> {
  return cx.db.selectFrom("suspensions").selectAll().where("id", "=", id).executeTakeFirst()
}

/** The recipients of the mail: all members of a suspended workspace; otherwise its owners and admins. */
export function listSuspensionRecipients(
  cx: Reading,
  { subject_kind, workspace_id }: SuspensionRow,
): Promise<{ id: string; email: string }[]> {
  return cx.db
    .selectFrom(members(cx.db))
    .innerJoin(people(cx.db), "person.id", "member.account_id")
    .select(["person.id", "person.email"])
    .where("member.workspace_id", "=", workspace_id)
    .$if(subject_kind !== "workspace", (query) => query.where("member.role", "in", ["owner", "admin"]))
    .orderBy("person.id")
    .limit(1_000)
    .execute()
}
