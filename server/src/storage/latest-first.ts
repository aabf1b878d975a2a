import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely"
import type { ListPart, Place } from "#kernel/cursor.ts"

/** A column that lists are ordered by, with its table where a query names several. */
type Time = "created_at" | "updated_at" | `${string}.created_at`

const idBeside = (time: Time) => time.replace(/\w+$/, "id")

/**
 * Orders a list by `time` and then `id`, the latest first, and leaves the rows of one part of it, and one row more,
 * which tells that there is a next part.
 */
export function latestFirst(time: Time, { limit, place }: ListPart) {
  return <Db, Tables extends keyof Db, Row>(query: SelectQueryBuilder<Db, Tables, Row>) =>
    query
      .where(afterPlace(place, time))
      .orderBy(sql.ref(time), "desc")
      .orderBy(sql.ref(idBeside(time)), "desc")
      .limit(limit + 1)
}

/**
 * The condition of the rows that come after `place` in a list that is ordered by `time` and then `id`, the latest first.
 * Without a place, all rows meet it.
 */
export function afterPlace(place: Place | undefined, time: Time): RawBuilder<boolean> {
  if (!place) return sql<boolean>`1 = 1`
  return sql<boolean>`(${sql.ref(time)}, ${sql.ref(idBeside(time))}) < (${place.at}, ${place.id})`
}
