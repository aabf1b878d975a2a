import { type Selectable, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { prepared, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import type { EndpointKey, EndpointRow } from "../endpoints/index.ts"

export type EventRow = Selectable<Schema["events"]>
type Place = Pick<EventRow, "seq" | "nth">
type After = Pick<EndpointRow, "workspace_id" | "cursor_seq" | "cursor_nth">

const next = prepared<After & { limit: number }, Place & { nth_after: number }>((db, arg) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom("events")
        .select(["seq", "nth", sql<number>`row_number() over (order by seq, nth)`.as("nth_after")])
        .where("workspace_id", "=", arg("workspace_id"))
        .where(sql<boolean>`(seq, nth) > (${arg("cursor_seq")}, ${arg("cursor_nth")})`)
        .orderBy("seq")
        .orderBy("nth")
        .limit(arg("limit"))
        .as("events"),
    )
    .selectAll()
    .orderBy("seq", "desc")
    .orderBy("nth", "desc")
    .limit(1),
)

/** The last one of the next `limit` events after an endpoint's cursor, and how many they are. */
export async function findLastOfNext(
  cx: Reading,
  { workspace_id, cursor_seq, cursor_nth }: EndpointRow,
  limit: number,
): Promise<{ last: Place; count: number } | undefined> {
  const [found] = await next(cx.db, { workspace_id, cursor_seq, cursor_nth, limit })
  return found && { last: { seq: found.seq, nth: found.nth }, count: found.nth_after }
}

/** Fan-out follows a test within seconds. */
const mostSinceTest = 1_000

const newestTest = prepared<After & EndpointKey, Place>((db, arg) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom("events")
        .select(["seq", "nth", "only_for"])
        .where("workspace_id", "=", arg("workspace_id"))
        .where(sql<boolean>`(seq, nth) > (${arg("cursor_seq")}, ${arg("cursor_nth")})`)
        .orderBy("seq", "desc")
        .orderBy("nth", "desc")
        .limit(mostSinceTest)
        .as("events"),
    )
    .select(["seq", "nth"])
    .where("only_for", "=", arg("id"))
    .orderBy("seq", "desc")
    .orderBy("nth", "desc")
    .limit(1),
)

/** The last test of an endpoint behind its cursor, among the workspace's newest events. */
export async function findNewestTest(
  cx: Reading,
  { id, workspace_id, cursor_seq, cursor_nth }: EndpointRow,
): Promise<Place | undefined> {
  return (await newestTest(cx.db, { id, workspace_id, cursor_seq, cursor_nth }))[0]
}

/** The next events for all endpoints after a cursor, in order, with their data. */
export function listDataAfter(
  cx: Reading,
  { workspace_id, cursor_seq, cursor_nth }: EndpointRow,
  limit: number,
): Promise<EventRow[]> {
  return cx.db
    .selectFrom("events")
    .selectAll()
    .where("workspace_id", "=", workspace_id)
    .where("only_for", "is", null)
    .where(sql<boolean>`(seq, nth) > (${cursor_seq}, ${cursor_nth})`)
    .orderBy("seq")
    .orderBy("nth")
    .limit(limit)
    .execute()
}

const open = prepared<EndpointKey, { open: number }>((db, arg) =>
  db
    .selectFrom("webhook_deliveries")
    .select((row) => row.fn.countAll<number>().as("open"))
    .where("workspace_id", "=", arg("workspace_id"))
    .where("endpoint_id", "=", arg("id"))
    .where("ended_at", "is", null),
)

export async function countOpen(cx: Reading, { id, workspace_id }: EndpointKey): Promise<number> {
  return Number((await open(cx.db, { id, workspace_id }))[0]?.open)
}

interface Wanted extends EndpointKey, After, Pick<EndpointRow, "types" | "since"> {
  last_seq: number
  last_nth: number
  now: number
}

/**
 * The first open delivery of a subject is due at once; the others follow its end. `types` is JSON: a type stands in it
 * between quotation marks. A second run of the same fan-out inserts none.
 */
const insert = preparedWrite<Wanted, Place>((db, arg) =>
  db
    .insertInto("webhook_deliveries")
    .columns(["workspace_id", "endpoint_id", "seq", "nth", "event_id", "subject", "created_at", "due_at"])
    .expression((from) =>
      from
        .selectFrom("events")
        .select(["workspace_id", sql<string>`cast(${arg("id")} as text)`.as("endpoint_id")])
        .select(["seq", "nth", "id", "subject", sql<number>`cast(${arg("now")} as bigint)`.as("created_at")])
        .select(
          sql<number | null>`case when row_number() over (partition by subject order by seq, nth) = 1 and not exists (
            select 1 from webhook_deliveries as open where open.workspace_id = ${arg("workspace_id")}
            and open.endpoint_id = ${arg("id")} and open.subject = events.subject and open.ended_at is null
          ) then cast(${arg("now")} as bigint) end`.as("due_at"),
        )
        .where("workspace_id", "=", arg("workspace_id"))
        .where(sql<boolean>`(seq, nth) > (${arg("cursor_seq")}, ${arg("cursor_nth")})`)
        .where(sql<boolean>`(seq, nth) <= (${arg("last_seq")}, ${arg("last_nth")})`)
        .where(
          sql<boolean>`(only_for = ${arg("id")} or only_for is null and seq > ${arg("since")}
            and (${arg("types")} = '["*"]' or ${arg("types")} like '%"' || type || '"%'))`,
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["seq", "nth"]),
)

/** Makes deliveries of what an endpoint wants of the events up to `last`. Returns how many. */
export async function insertDeliveries(
  cx: Inside,
  { id, workspace_id, cursor_seq, cursor_nth, types, since }: Omit<Wanted, "last_seq" | "last_nth" | "now">,
  { seq: last_seq, nth: last_nth }: Place,
): Promise<number> {
  const wanted = { id, workspace_id, cursor_seq, cursor_nth, types, since, last_seq, last_nth, now: cx.now() }
  return (await insert(cx.db, wanted)).length
}

const move = preparedWrite<EndpointKey & Place, object>((db, arg) =>
  db
    .updateTable("webhook_endpoints")
    .set({ cursor_seq: arg("seq"), cursor_nth: arg("nth") })
    .where("workspace_id", "=", arg("workspace_id"))
    .where("id", "=", arg("id")),
)

export async function moveCursor(cx: Inside, { id, workspace_id }: EndpointKey, { seq, nth }: Place): Promise<void> {
  await move(cx.db, { id, workspace_id, seq, nth })
}
