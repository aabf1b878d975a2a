import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely"
import type { ListPart, Place } from "#kernel/cursor.ts"

type Time = "created_at" | "updated_at" | "deleted_at" | "dead_at" | `${string}.created_at` | `${string}.updated_at`

const idBeside = (time: Time) => time.replace(/\w+$/, "id")

/** Latest first, and one row more than `limit`, which shows that another part follows. */
export function latestFirst(time: Time, { limit, place }: ListPart) {
  return <Db, Tables extends keyof Db, Row>(query: SelectQueryBuilder<Db, Tables, Row>) =>
    query
      .where(afterPlace(place, time))
      .orderBy(sql.ref(time), "desc")
      .orderBy(sql.ref(idBeside(time)), "desc")
      .limit(limit + 1)
}

/** The condition for rows after `place` in a list ordered by `time` and `id`, latest first; true without a place. */
export function afterPlace(place: Place | undefined, time: Time): RawBuilder<boolean> {
  if (!place) return sql<boolean>`1 = 1`
  return sql<boolean>`(${sql.ref(time)}, ${sql.ref(idBeside(time))}) < (${place.at}, ${place.id})`
}
