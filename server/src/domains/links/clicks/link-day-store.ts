import { type InsertObject, type Selectable, sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { retain } from "#access/retention-store.ts"
import { dayOf } from "#kernel/time/days.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { WriteDb } from "#storage/database.ts"
import { preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { type Click, type ClickSource, otherReferrers } from "./click-source.ts"

/** How many rows a link's day may have. Further referrers are counted together. */
export const mostRows = 50

type Kind = Pick<Selectable<Schema["link_days"]>, "device" | "referrer" | "country">
type Counted = Kind & { clicks: number }
interface OfDay {
  link_id: string
  workspace_id: WorkspaceId
  day: number
}

/** The caller has locked the link's row, so no other transaction takes the last room of its day. */
const add = preparedWrite<OfDay & Omit<Counted, "country">, never>((db, arg) =>
  adding(db, [{ ...ofDay(arg), ...sourceRow(db, arg) }]),
)
const addCountry = preparedWrite<OfDay & { country: string; in_country: number }, never>((db, arg) =>
  adding(db, [{ ...ofDay(arg), ...countryRow(arg) }]),
)
const addBoth = preparedWrite<OfDay & Counted & { in_country: number }, never>((db, arg) =>
  adding(db, [
    { ...ofDay(arg), ...sourceRow(db, arg) },
    { ...ofDay(arg), ...countryRow(arg) },
  ]),
)

type Arg<Args> = <Name extends keyof Args>(name: Name) => Args[Name]

const ofDay = (arg: Arg<OfDay>) => {
  return { link_id: arg("link_id"), workspace_id: arg("workspace_id"), day: arg("day") }
}

const countryRow = (arg: Arg<{ country: string; in_country: number }>) => {
  return { device: "", referrer: "", country: arg("country"), clicks: arg("in_country") } as const
}

function sourceRow(db: WriteDb, arg: Arg<OfDay & Omit<Counted, "country">>) {
  const [link, day, referrer] = [arg("link_id"), arg("day"), arg("referrer")]
  const rows = db
    .selectFrom("link_days")
    .select("device")
    .where("workspace_id", "=", arg("workspace_id"))
    .where("link_id", "=", link)
    .where("day", "=", day)
    .where("country", "=", sql.lit(""))
  const isKnown = sql`exists ${rows.where("referrer", "=", referrer).limit(sql.lit(1))}`
  const hasRoom = sql`(select count(*) from ${rows.limit(sql.lit(mostRows))} as taken) < ${sql.lit(mostRows)}`
  const taken = sql<string>`case when ${referrer} = '' or ${isKnown} or ${hasRoom} then ${referrer} else ${sql.lit(otherReferrers)} end`
  return { device: arg("device"), referrer: taken, country: sql.lit(""), clicks: arg("clicks") }
}

const adding = (db: WriteDb, rows: readonly InsertObject<Schema, "link_days">[]) =>
  db
    .insertInto("link_days")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["link_id", "day", "referrer", "device", "country", "workspace_id"])
        .doUpdateSet((is) => ({ clicks: is("link_days.clicks", "+", is.ref("excluded.clicks")) })),
    )

export async function addToDay(
  cx: Inside,
  { id, workspaceId }: Pick<Click, "id" | "workspaceId">,
  sources: readonly ClickSource[],
): Promise<void> {
  const at = { link_id: id, workspace_id: workspaceId, day: dayOf(cx.now()) }
  const countries = byCountry(sources)
  for (const source of together(sources)) {
    const place = countries.pop()
    if (place) await addBoth(cx.db, { ...at, ...source, ...place })
    else await add(cx.db, { ...at, ...source })
  }
  for (const place of countries) await addCountry(cx.db, { ...at, ...place })
}

/** Groups clicks by device and referrer. Returns at most as many rows as a day may have, even for made-up referrers. */
function together(sources: readonly ClickSource[]): Iterable<Omit<Counted, "country">> {
  const counted = new Map<string, Omit<Counted, "country">>()
  for (const { device, referrer: named } of sources) {
    const isNew = named !== "" && !counted.has(`${device} ${named}`)
    const referrer = isNew && counted.size >= mostRows ? otherReferrers : named
    const key = `${device} ${referrer}`
    const { clicks } = counted.get(key) ?? { clicks: 0 }
    counted.set(key, { device, referrer, clicks: clicks + 1 })
  }
  return counted.values()
}

function byCountry(sources: readonly ClickSource[]): { country: string; in_country: number }[] {
  const known = sources.flatMap(({ country }) => country ?? [])
  return [...Map.groupBy(known, (country) => country)].map(([country, all]) => ({ country, in_country: all.length }))
}

interface Asked {
  id: string
  /** The midnight of the first day. */
  first: number
}

export function sumBy<Column extends "day" | "device" | "referrer" | "country">(
  cx: Reading & Member,
  column: Column,
  { id, first }: Asked,
) {
  return cx.db
    .selectFrom("link_days")
    .select([sql<Schema["link_days"][Column]>`${sql.ref(column)}`.as("value"), total.as("clicks")])
    .where("workspace_id", "=", cx.workspaceId)
    .where("link_id", "=", id)
    .where("day", ">=", first)
    .where("country", column === "country" ? "<>" : "=", "")
    .groupBy(column)
    .orderBy(total, "desc")
    .orderBy(column)
    .execute()
}

/** Clicks by link and day since the midnight `first`, without empty days. */
export function sumByLink(cx: Reading & Member, { ids, first }: { ids: readonly string[]; first: number }) {
  return cx.db
    .selectFrom("link_days")
    .select(["link_id", "day", total.as("clicks")])
    .where("workspace_id", "=", cx.workspaceId)
    .where("link_id", "in", ids)
    .where("day", ">=", first)
    .where("country", "=", "")
    .groupBy(["link_id", "day"])
    .execute()
}

const total = sql<number>`cast(sum(clicks) as bigint)`

/** How many days of a link are stored besides today. Also the longest period of its statistics. */
export const linkDaysKept = 365

/** A day has passed when the next one begins. */
const daysMs = (linkDaysKept + 1) * dayMs

export const clickRetention = [
  retain(
    { table: "link_days", keys: ["link_id", "day", "referrer", "device", "country"], time: "day" },
    { ms: daysMs, note: "deleted with its link; at most 58 rows for a link and a day, and one for each country" },
  ),
  retain(
    { table: "click_days", keys: ["workspace_id", "day"], time: "day" },
    { ms: daysMs, note: "deleted with its workspace; a row for a workspace and a day" },
  ),
]
