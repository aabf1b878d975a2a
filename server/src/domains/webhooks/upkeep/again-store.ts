import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { EndpointKey } from "../endpoints/index.ts"

interface Asker extends EndpointKey {
  readonly accountId: string
}

/** Counts the deliveries of an endpoint that members asked to send again and that were not sent yet. */
export async function countRepeats(cx: Reading, { id, workspace_id }: EndpointKey): Promise<number> {
  const { waiting } = await cx.db
    .selectFrom("webhook_deliveries")
    .select((row) => row.fn.countAll().as("waiting"))
    .where("workspace_id", "=", workspace_id)
    .where("endpoint_id", "=", id)
    .where("again_at", "is not", null)
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

/** Marks an ended delivery to be sent once more. False when it has not ended. */
export async function repeatOne(cx: Inside, { id, workspace_id, accountId, eventId }: Asker & { eventId: string }) {
  const marked = await cx.db
    .updateTable("webhook_deliveries")
    .set({ again_at: cx.now(), again_by: accountId })
    .where("workspace_id", "=", workspace_id)
    .where("endpoint_id", "=", id)
    .where("event_id", "=", eventId)
    .where("ended_at", "is not", null)
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

interface Span extends Asker {
  readonly from: number
  readonly until: number
  readonly limit: number
}

/**
 * Marks the oldest failed deliveries of a span, by the time at which they were queued, to be sent once more. Returns how
 * many. Tests are left out.
 */
export async function repeatFailed(cx: Inside, { id, workspace_id, accountId, from, until, limit }: Span) {
  const isWanted = sql<boolean>`workspace_id = ${workspace_id} and endpoint_id = ${id} and outcome = 'failed'
    and again_at is null and subject <> ${id} and created_at >= ${from} and created_at <= ${until}`
  const last = await cx.db
    .selectFrom("webhook_deliveries")
    .select(["seq", "nth"])
    .where(isWanted)
    .orderBy("seq")
    .orderBy("nth")
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  const marked = await cx.db
    .updateTable("webhook_deliveries")
    .set({ again_at: cx.now(), again_by: accountId })
    .where(isWanted)
    .$if(last !== undefined, (query) => query.where(sql<boolean>`(seq, nth) <= (${last?.seq}, ${last?.nth})`))
    .executeTakeFirst()
  return Number(marked.numUpdatedRows)
}
