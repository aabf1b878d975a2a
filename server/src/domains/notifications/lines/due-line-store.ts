import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { members } from "#access/membership-store.ts"
import { type Role, roleCovers, roles } from "#access/roles.ts"
import { workspacesInUse } from "#access/workspace-store.ts"
import { people } from "#domains/accounts/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"

/** The condition that a member's role still shows a line, for a query that joins members. */
export const isSeen = sql<boolean>`(${sql.join(
  roles.map((needed) => {
    const held = roles.filter((role) => roleCovers(role, needed)).map((role) => sql.lit(role))
    return sql`(notifications.needed_role = ${sql.lit(needed)} and member.role in (${sql.join(held)}))`
  }),
  sql` or `,
)})`

/** Claims the unread lines of a name that are due. Each line is claimed once. */
export function takeDueLines(cx: Inside, workspaceId: WorkspaceId, line: string) {
  return cx.db
    .updateTable("notifications")
    .set({ tell_at: null, told_at: cx.now() })
    .where("workspace_id", "=", workspaceId)
    .where("line", "=", line)
    .where("tell_at", "<=", cx.now())
    .where("read_at", "is", null)
    .returning(["id", "account_id", "mailed_at", "created_at"])
    .execute()
}

/** When the next unread line of a name is due; undefined if none is. */
export async function findNextTime(cx: Reading, workspaceId: WorkspaceId, line: string): Promise<number | undefined> {
  const row = await cx.db
    .selectFrom("notifications")
    .select("tell_at")
    .where("workspace_id", "=", workspaceId)
    .where("line", "=", line)
    .where("tell_at", "is not", null)
    .where("read_at", "is", null)
    .orderBy("tell_at")
    .limit(1)
    .executeTakeFirst()
  return row?.tell_at ?? undefined
}

export type TellableLine = Schema["notifications"] & {
  slug: string
  name: string
  email: string
  role: Role
  mail: "on" | "off" | null
  push: "on" | "off" | null
}

/** Finds an unread line whose recipient may still see it: their role shows it, and the workspace is in use. */
export function findTellableLine(cx: Reading, id: string): Promise<TellableLine | undefined> {
  return cx.db
    .selectFrom("notifications")
    .innerJoin(members(cx.db), sameWorkspace("member.account_id", "notifications.account_id"))
    .innerJoin(workspacesInUse(cx.db), "workspace.id", "notifications.workspace_id")
    .innerJoin(people(cx.db), "person.id", "notifications.account_id")
    .leftJoin("notification_choices as choice", (join) =>
      join.onRef("choice.account_id", "=", "notifications.account_id").onRef("choice.kind", "=", "notifications.kind"),
    )
    .selectAll("notifications")
    .select(["workspace.slug", "workspace.name", "person.email", "member.role", "choice.mail", "choice.push"])
    .where("notifications.id", "=", id)
    .where("notifications.read_at", "is", null)
    .where(isSeen)
    .executeTakeFirst()
}

export async function markMailed(cx: Inside, id: string): Promise<void> {
  await cx.db
    .updateTable("notifications")
    .set({ mailed_at: cx.now() })
    .where("id", "=", id)
    .where("mailed_at", "is", null)
    .execute()
}
