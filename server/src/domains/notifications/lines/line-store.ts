import type { Expression } from "kysely"
import type { Inside, Person, Reading } from "#access/context.ts"
import { members } from "#access/membership-store.ts"
import { retain } from "#access/retention-store.ts"
import { workspacesInUse } from "#access/workspace-store.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { latestFirst } from "#storage/in-order.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import { isSeen } from "./due-line-store.ts"

/** The caller's listed lines, in workspaces that are in use, where the caller's role still shows the line. */
function seenLines(cx: Reading & Person) {
  return cx.db
    .selectFrom("notifications")
    .innerJoin(members(cx.db), sameWorkspace("member.account_id", "notifications.account_id"))
    .innerJoin(workspacesInUse(cx.db), "workspace.id", "notifications.workspace_id")
    .where("notifications.account_id", "=", cx.accountId)
    .where("notifications.listed_at", "is not", null)
    .where(isSeen)
}

export function listLines(cx: Reading & Person, part: ListPart) {
  return seenLines(cx)
    .select(["notifications.id", "notifications.kind", "notifications.happening", "notifications.thing"])
    .select(["notifications.words", "notifications.count", "notifications.read_at", "notifications.updated_at"])
    .select(["workspace.slug", "workspace.name"])
    .$call(latestFirst("notifications.updated_at", part))
    .execute()
}

export type ListedLine = Awaited<ReturnType<typeof listLines>>[number]

export async function countUnread(cx: Reading & Person, limit: number): Promise<number> {
  const unread = await seenLines(cx)
    .select("notifications.id")
    .where("notifications.read_at", "is", null)
    .limit(limit)
    .execute()
  return unread.length
}

/** Selects one line, all lines last changed at or before `until`, or all lines about one thing. */
export type ReadLines = { id: string } | { until: number } | { thing: string }

/** Marks lines of the caller as read and closes them. Returns the workspaces of the lines. */
export async function markRead(cx: Inside & Person, lines: ReadLines): Promise<Set<WorkspaceId>> {
  const read = cx.db
    .updateTable("notifications")
    .set({ read_at: cx.now(), open_until: null, tell_at: null })
    .where("account_id", "=", cx.accountId)
    .where("read_at", "is", null)
  const these =
    "id" in lines
      ? read.where("id", "=", lines.id)
      : "thing" in lines
        ? read.where("thing", "=", lines.thing)
        : read.where("updated_at", "<=", lines.until)
  const rows = await these.returning("workspace_id").execute()
  return new Set(rows.map(({ workspace_id }) => workspace_id))
}

export async function hasUnreadAbout(cx: Reading & Person, thing: string): Promise<boolean> {
  const unread = cx.db
    .selectFrom("notifications")
    .select("id")
    .where("account_id", "=", cx.accountId)
    .where("thing", "=", thing)
    .where("read_at", "is", null)
    .limit(1)
  return (await unread.executeTakeFirst()) !== undefined
}

/** Removes an erased account's name or address from notifications about these things: it is the last of their words. */
export async function hideInNotifications(
  cx: Inside,
  happenings: readonly string[],
  things: Expression<string> | readonly string[],
): Promise<void> {
  const lines = await cx.db
    .selectFrom("notifications")
    .select(["id", "words"])
    .where("happening", "in", happenings)
    .where("thing", "in", things)
    .execute()
  for (const { id, words } of lines) {
    const hidden = JSON.stringify((JSON.parse(words) as string[]).with(-1, "A former member"))
    await cx.db.updateTable("notifications").set({ words: hidden }).where("id", "=", id).execute()
  }
}

/** Lines that nothing joined for 90 days, read or not. */
export const notificationRetention = [
  retain(
    { table: "notifications", keys: ["id"], time: "updated_at" },
    { ms: 90 * dayMs, note: "deleted when its reader leaves" },
  ),
]
