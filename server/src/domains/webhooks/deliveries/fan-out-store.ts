import { type Selectable, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { prepared, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import type { EndpointKey, EndpointRow } from "../endpoints/index.ts"

export type EventRow = Selectable<Schema["events"]>
export type EventPlace = Pick<EventRow, "seq" | "nth">
type After = Pick<EndpointRow, "workspace_id" | "cursor_seq" | "cursor_nth">

const next = prepared<After & { limit: number }, EventPlace & { nth_after: number }>((db, arg) =>
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
): Promise<{ last: EventPlace; count: number } | undefined> {
  const [found] = await next(cx.db, { workspace_id, cursor_seq, cursor_nth, limit })
  return found && { last: { seq: found.seq, nth: found.nth }, count: found.nth_after }
}

/** Fan-out follows a test within seconds. */
const mostSinceTest = 1_000

const newestTest = prepared<After & EndpointKey, EventPlace>((db, arg) =>
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
): Promise<EventPlace | undefined> {
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

const move = preparedWrite<EndpointKey & EventPlace, object>((db, arg) =>
  db
    .updateTable("webhook_endpoints")
    .set({ cursor_seq: arg("seq"), cursor_nth: arg("nth") })
    .where("workspace_id", "=", arg("workspace_id"))
    .where("id", "=", arg("id")),
)

export async function moveCursor(cx: Inside, { id, workspace_id }: EndpointKey, { seq, nth }: EventPlace) {
  await move(cx.db, { id, workspace_id, seq, nth })
}
