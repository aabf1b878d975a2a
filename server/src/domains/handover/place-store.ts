import { type RawBuilder, sql } from "kysely"
import type { Place } from "#kernel/cursor.ts"

/** In a list ordered by `created_at` and `id`, newest first: what comes after `place`, or everything. */
export function after(place: Place | undefined): RawBuilder<boolean> {
  return place ? sql<boolean>`(created_at, id) < (${place.at}, ${place.id})` : sql<boolean>`1 = 1`
}
