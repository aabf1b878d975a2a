import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import { people } from "#domains/accounts/index.ts"
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
    .leftJoin(people(cx.db), "person.id", "try.asked_by")
    .selectAll("try")
    .select(["person.name", "person.email"])
    .where("try.workspace_id", "=", workspace_id)
    .where("try.endpoint_id", "=", id)
    .where("try.event_id", "in", eventIds)
    .orderBy("try.began_at")
    .orderBy("try.id")
    .execute()
}

/** The most events behind a cursor that are looked at. */
export const mostLooked = 10_000

/** Counts the deliveries that have not ended, and the events without one that `types` contains. */
export async function countBacklog(
  cx: Reading,
  key: EndpointKey,
  from: { seq: number; nth: number; since: number; types: readonly string[] },
): Promise<{ open: number; behind: number; isCut: boolean }> {
  const [open, next, held] = await Promise.all([
    countOpen(cx, key),
    countWanted(cx, behindCursor(cx, key, from), from),
    countWanted(cx, heldBack(cx, key, from), from),
  ])
  const isCut = next.looked === mostLooked || held.looked === mostLooked
  return { open, behind: next.wanted + held.wanted, isCut }
}

/** The next events after a cursor. */
const behindCursor = (cx: Reading, { workspace_id }: EndpointKey, { seq, nth }: { seq: number; nth: number }) =>
  cx.db
    .selectFrom("events")
    .select(["seq", "type", "only_for"])
    .where("workspace_id", "=", workspace_id)
    .where(sql<boolean>`(seq, nth) > (${seq}, ${nth})`)
    .orderBy("seq")
    .orderBy("nth")
    .limit(mostLooked)

/** Events up to a cursor that wait for the end of a delivery of their subject. */
const heldBack = (cx: Reading, { id, workspace_id }: EndpointKey, { seq, nth }: { seq: number; nth: number }) =>
  cx.db
    .selectFrom("webhook_deliveries as holder")
    .innerJoin("events", (join) =>
      join
        .onRef("events.workspace_id", "=", "holder.workspace_id")
        .onRef("events.subject", "=", "holder.subject")
        .on(sql<boolean>`(events.seq, events.nth) > (holder.seq, holder.nth)`)
        .on(sql<boolean>`(events.seq, events.nth) <= (${seq}, ${nth})`),
    )
    .select(["events.seq", "events.type", "events.only_for"])
    .where("holder.workspace_id", "=", workspace_id)
    .where("holder.endpoint_id", "=", id)
    .where("holder.ended_at", "is", null)
    .where("holder.holds_more", "=", 1)
    .limit(mostLooked)

async function countWanted(
  cx: Reading,
  events: ReturnType<typeof behindCursor>,
  { since, types }: { since: number; types: readonly string[] },
): Promise<{ looked: number; wanted: number }> {
  const { looked, wanted } = await cx.db
    .selectFrom(events.as("next"))
    .select(({ fn }) => [
      fn.countAll().as("looked"),
      fn
        .countAll()
        .filterWhere("seq", ">", since)
        .filterWhere("only_for", "is", null)
        .filterWhere((row) => (types.includes("*") ? row.lit(true) : row("type", "in", types)))
        .as("wanted"),
    ])
    .executeTakeFirstOrThrow()
  return { looked: Number(looked), wanted: Number(wanted) }
}
