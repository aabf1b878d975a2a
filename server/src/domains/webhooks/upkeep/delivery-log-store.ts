import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import { countOpen, type DueDelivery, withEvents } from "../deliveries/index.ts"
import type { EndpointKey } from "../endpoints/index.ts"

interface Asked extends EndpointKey {
  readonly outcome: "delivered" | "failed" | "waiting" | undefined
  /** The place of the last delivery of the page before. */
  readonly after: Pick<DueDelivery, "seq" | "nth"> | undefined
  readonly limit: number
}

const logged = (cx: Reading, { id, workspace_id }: EndpointKey) =>
  withEvents(cx)
    .where("webhook_deliveries.workspace_id", "=", workspace_id)
    .where("webhook_deliveries.endpoint_id", "=", id)

/** A delivery with the type and the time of its event. */
export type LoggedDelivery = Omit<DueDelivery, "data">

/** The deliveries of an endpoint, newest first. */
export function listLogged(cx: Reading, { outcome, after, limit, ...key }: Asked): Promise<LoggedDelivery[]> {
  const place = sql`(webhook_deliveries.seq, webhook_deliveries.nth)`
  return logged(cx, key)
    .$if(outcome === "waiting", (query) => query.where("ended_at", "is", null))
    .$if(outcome === "delivered", (query) => query.where("outcome", "=", "delivered"))
    .$if(outcome === "failed", (query) => query.where("outcome", "=", "failed"))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`${place} < (${after?.seq}, ${after?.nth})`))
    .orderBy("webhook_deliveries.seq", "desc")
    .orderBy("webhook_deliveries.nth", "desc")
    .limit(limit)
    .execute()
}

export function findLogged(
  cx: Reading,
  { eventId, ...key }: EndpointKey & { eventId: string },
): Promise<DueDelivery | undefined> {
  return logged(cx, key).select("events.data").where("events.id", "=", eventId).executeTakeFirst()
}

/** The tries of events, oldest first, each with the member who asked for it. */
export async function listTries(cx: Reading, { id, workspace_id }: EndpointKey, eventIds: readonly string[]) {
  if (eventIds.length === 0) return []
  return cx.db
    .selectFrom("webhook_attempts as try")
    .leftJoin("accounts", "accounts.id", "try.asked_by")
    .selectAll("try")
    .select(["accounts.name", "accounts.email"])
    .where("try.workspace_id", "=", workspace_id)
    .where("try.endpoint_id", "=", id)
    .where("try.event_id", "in", eventIds)
    .orderBy("try.began_at")
    .orderBy("try.id")
    .execute()
}

/** The most events behind a cursor that are looked at. */
export const mostLooked = 10_000

/** Counts the deliveries that have not ended, and the events behind the cursor that `types` contains. */
export async function countBacklog(
  cx: Reading,
  key: EndpointKey,
  from: { seq: number; nth: number; since: number; types: readonly string[] },
): Promise<{ open: number; behind: number; isCut: boolean }> {
  const next = cx.db
    .selectFrom("events")
    .select(["seq", "type", "only_for"])
    .where("workspace_id", "=", key.workspace_id)
    .where(sql<boolean>`(seq, nth) > (${from.seq}, ${from.nth})`)
    .orderBy("seq")
    .orderBy("nth")
    .limit(mostLooked)
  const counts = cx.db.selectFrom(next.as("next")).select(({ fn }) => [
    fn.countAll().as("looked"),
    fn
      .countAll()
      .filterWhere("seq", ">", from.since)
      .filterWhere("only_for", "is", null)
      .filterWhere((row) => (from.types.includes("*") ? row.lit(true) : row("type", "in", from.types)))
      .as("behind"),
  ])
  const [open, { looked, behind }] = await Promise.all([countOpen(cx, key), counts.executeTakeFirstOrThrow()])
  return { open, behind: Number(behind), isCut: Number(looked) === mostLooked }
}
