import { newOrderedId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Inside } from "#storage/database.ts"
import { argsOf, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import type { Recorded } from "./change-store.ts"

export interface NotedEvent {
  readonly workspaceId: WorkspaceId
  readonly type: string
  readonly subject: string
  /** The payload as JSON. Called only if an endpoint wants the type. */
  readonly write: () => Promise<string>
  /** The only endpoint that gets it, which need not want its type. */
  readonly onlyFor?: string | undefined
}

const insert = preparedWrite<Schema["events"], object>((db, arg) =>
  db.insertInto("events").values({
    ...argsOf(arg, "id", "workspace_id", "seq", "nth", "type", "subject", "data", "only_for"),
    ...argsOf(arg, "occurred_at"),
  }),
)

/**
 * Stores the wanted events of a transaction under the number of its last change: the clock's row is locked, so events
 * are stored in the order of the commits. Returns the workspaces that have new ones.
 */
export async function storeEvents(
  cx: Inside,
  events: readonly NotedEvent[],
  recorded: readonly Recorded[],
): Promise<Set<WorkspaceId>> {
  const heard = new Set<WorkspaceId>()
  if (events.length === 0) return heard
  for (const { workspaceId, wanted, last } of recorded) {
    const its = events.filter((event) => event.workspaceId === workspaceId && isHeard(event, wanted))
    for (const [nth, { type, subject, write, onlyFor = null }] of its.entries()) {
      const id = newOrderedId("evt", cx.now())
      const place = { id, workspace_id: workspaceId, seq: last, nth }
      await insert(cx.db, { ...place, type, subject, data: await write(), only_for: onlyFor, occurred_at: cx.now() })
      heard.add(workspaceId)
    }
  }
  return heard
}

function isHeard({ type, onlyFor }: NotedEvent, wanted: string | null): boolean {
  if (onlyFor !== undefined) return true
  return wanted !== null && (wanted === "*" || wanted.split(" ").includes(type))
}

/** Replaces fields in the data of stored events about a subject. Tries after that send other bytes. */
export async function hideInEvents(
  cx: Inside,
  { type, subject }: Pick<NotedEvent, "type" | "subject">,
  fields: object,
): Promise<void> {
  const found = await cx.db
    .selectFrom("events")
    .select(["workspace_id", "seq", "nth", "data"])
    .where("type", "=", type)
    .where("subject", "=", subject)
    .execute()
  for (const { data, ...place } of found) {
    await cx.db
      .updateTable("events")
      .set({ data: JSON.stringify({ ...(JSON.parse(data) as object), ...fields }) })
      .where("workspace_id", "=", place.workspace_id)
      .where("seq", "=", place.seq)
      .where("nth", "=", place.nth)
      .execute()
  }
}
