import { type RawBuilder, sql } from "kysely"
import type { Inside } from "#access/context.ts"
import { compilable, preparedWrite } from "#storage/prepared.ts"
import { type EndpointKey, type EndpointRow, missedMs } from "../endpoints/index.ts"
import { countOpen, type EventPlace } from "./fan-out-store.ts"

/** The most open deliveries of an endpoint. Further events wait behind its cursor, so an outage grows no table. */
export const mostOpen = 500

/**
 * The most open deliveries of a subject for an endpoint: a subject that fails leaves room for others. The last of so
 * many `holds_more`: the events after it wait in `events` until it ends.
 */
const mostOfSubject = 10

/** The events in `(seq, nth) > (cursor_seq, cursor_nth)`, up to `last`, that an endpoint wants. */
interface Wanted extends EndpointKey, Pick<EndpointRow, "types" | "since"> {
  readonly cursor_seq: number
  readonly cursor_nth: number
  readonly last_seq: number
  readonly last_nth: number
  readonly now: number
  readonly most: number
}

type Arg<Args> = <Name extends keyof Args>(name: Name) => Args[Name]

/** `types` is JSON: a type stands in it between quotation marks. */
const isWanted = (arg: Arg<Wanted>) => sql`workspace_id = ${arg("workspace_id")}
  and (seq, nth) > (${arg("cursor_seq")}, ${arg("cursor_nth")}) and (seq, nth) <= (${arg("last_seq")}, ${arg("last_nth")})
  and (only_for = ${arg("id")} or only_for is null and seq > ${arg("since")}
    and (${arg("types")} = '["*"]' or ${arg("types")} like '%"' || type || '"%'))`

/** The first open delivery of a subject is due at once. A second run of the same statement inserts none. */
const insertOf = (arg: Arg<Wanted>, wanted: RawBuilder<unknown>) => sql`
  insert into webhook_deliveries
    (workspace_id, endpoint_id, seq, nth, event_id, subject, created_at, due_at, holds_more)
  select workspace_id, cast(${arg("id")} as text), seq, nth, id, subject, cast(${arg("now")} as bigint),
    case when place = 1 then cast(${arg("now")} as bigint) end, case when place = ${arg("most")} then 1 else 0 end
  from (
    select wanted.*, row_number() over (partition by subject order by seq, nth) + (
      select case when max(holds_more) = 1 then cast(${arg("most")} as bigint) else count(*) end
      from webhook_deliveries as open where open.workspace_id = ${arg("workspace_id")}
      and open.endpoint_id = ${arg("id")} and open.subject = wanted.subject and open.ended_at is null
    ) as place
    from (${wanted}) as wanted
  ) as placed
  where place <= ${arg("most")} or only_for is not null
  on conflict do nothing returning seq, nth`

const insert = preparedWrite<Wanted, EventPlace>((db, arg) =>
  compilable(db, insertOf(arg, sql`select * from events where ${isWanted(arg)}`)),
)

/** Makes deliveries of the events up to `last` that an endpoint wants. Returns how many. */
export async function insertDeliveries(
  cx: Inside,
  { id, workspace_id, cursor_seq, cursor_nth, types, since }: Omit<Wanted, "last_seq" | "last_nth" | "now" | "most">,
  { seq: last_seq, nth: last_nth }: EventPlace,
): Promise<number> {
  const range = { cursor_seq, cursor_nth, last_seq, last_nth }
  return (await insert(cx.db, { id, workspace_id, types, since, ...range, now: cx.now(), most: mostOfSubject })).length
}

const insertNext = preparedWrite<Wanted & { subject: string; oldest: number }, EventPlace>((db, arg) => {
  const ofSubject = sql`subject = ${arg("subject")} and occurred_at > ${arg("oldest")}`
  const next = sql`select * from events where ${isWanted(arg)} and ${ofSubject} order by seq, nth limit ${arg("most")}`
  return compilable(db, insertOf(arg, next))
})

/** Makes deliveries of a subject's next events, after the end of one that `holds_more`. */
export async function continueStrand(
  cx: Inside,
  { id, workspace_id, cursor_seq: last_seq, cursor_nth: last_nth, types, since }: EndpointRow,
  { seq: cursor_seq, nth: cursor_nth, subject }: EventPlace & { subject: string },
): Promise<void> {
  const room = mostOpen - (await countOpen(cx, { id, workspace_id }))
  const most = Math.min(mostOfSubject, Math.max(room, 1))
  const range = { cursor_seq, cursor_nth, last_seq, last_nth }
  const now = cx.now()
  await insertNext(cx.db, { id, workspace_id, types, since, ...range, subject, now, most, oldest: now - missedMs })
}
