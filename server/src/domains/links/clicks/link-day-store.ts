import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { dayOf } from "#kernel/time/days.ts"
import { preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { type ClickSource, otherReferrers } from "./click-source.ts"

/** How many rows a link's day has before it takes no more referrers in: what is above counts as one. */
const mostRows = 50

interface Counted extends ClickSource {
  link_id: string
  day: number
  clicks: number
}

/** Whoever counts has the link's row locked, so nobody else takes the last room of its day meanwhile. */
const add = preparedWrite<Counted, never>((db, arg) => {
  const [link, day, referrer] = [arg("link_id"), arg("day"), arg("referrer")]
  const rows = db.selectFrom("link_days").select("device").where("link_id", "=", link).where("day", "=", day)
  const isKnown = sql`exists ${rows.where("referrer", "=", referrer).limit(sql.lit(1))}`
  const hasRoom = sql`(select count(*) from ${rows.limit(sql.lit(mostRows))} as taken) < ${sql.lit(mostRows)}`
  const taken = sql<string>`case when ${referrer} = '' or ${isKnown} or ${hasRoom} then ${referrer} else ${sql.lit(otherReferrers)} end`
  return db
    .insertInto("link_days")
    .values({ link_id: link, day, device: arg("device"), referrer: taken, clicks: arg("clicks") })
    .onConflict((conflict) =>
      conflict
        .columns(["link_id", "day", "referrer", "device"])
        .doUpdateSet((is) => ({ clicks: is("link_days.clicks", "+", is.ref("excluded.clicks")) })),
    )
})

/** Adds clicks on one link, which were counted in this transaction, to the day that it is. */
export async function addToDay(cx: Inside, id: string, sources: readonly ClickSource[]): Promise<void> {
  const day = dayOf(cx.now())
  for (const counted of together(sources)) await add(cx.db, { link_id: id, day, ...counted })
}

/** What came from the same place once, with its number; never more than a day has room for, whatever was made up. */
function together(sources: readonly ClickSource[]): Iterable<ClickSource & { clicks: number }> {
  const counted = new Map<string, ClickSource & { clicks: number }>()
  for (const { device, referrer: named } of sources) {
    const isNew = named !== "" && !counted.has(`${device} ${named}`)
    const referrer = isNew && counted.size >= mostRows ? otherReferrers : named
    const key = `${device} ${referrer}`
    const { clicks } = counted.get(key) ?? { clicks: 0 }
    counted.set(key, { device, referrer, clicks: clicks + 1 })
  }
  return counted.values()
}

interface Asked {
  /** Of a link of the caller's workspace. */
  id: string
  /** The midnight of the first day. */
  first: number
}

/** Clicks of a link by one column, the most first. */
export function sumBy<Column extends "day" | "device" | "referrer">(cx: Reading, column: Column, { id, first }: Asked) {
  return cx.db
    .selectFrom("link_days")
    .select([sql<Schema["link_days"][Column]>`${sql.ref(column)}`.as("value"), total.as("clicks")])
    .where("link_id", "=", id)
    .where("day", ">=", first)
    .groupBy(column)
    .orderBy(total, "desc")
    .orderBy(column)
    .execute()
}

const total = sql<number>`cast(sum(clicks) as bigint)`

/** Deletes days that began before `first`, up to `limit` rows; answers how many. */
export async function deleteDaysBefore(cx: Inside, first: number, limit: number): Promise<number> {
  const key = sql`link_id, day, referrer, device`
  const old = sql`select ${key} from link_days where day < ${first} order by day limit ${limit}`
  const deleted = await cx.db.deleteFrom("link_days").where(sql<boolean>`(${key}) in (${old})`).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
