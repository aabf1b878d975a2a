import { type RawBuilder, sql } from "kysely"
import type { Place } from "#kernel/cursor.ts"

/** A column that lists are ordered by, with its table where a query names several. */
type Time = "created_at" | "updated_at" | `${string}.created_at`

/**
 * The condition of the rows that come after `place` in a list that is ordered by `time` and then `id`, the latest first.
 * Without a place, all rows meet it.
 */
export function afterPlace(place: Place | undefined, time: Time): RawBuilder<boolean> {
  if (!place) return sql<boolean>`1 = 1`
  const id = time.replace(/\w+$/, "id")
  return sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) < (${place.at}, ${place.id})`
}
