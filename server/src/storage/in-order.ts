import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely"
import type { ListOrder, ListPart, Place, SortedPart, Within } from "#kernel/cursor.ts"

export const newestFirst: ListOrder = { column: "created_at", isDescending: true }
export const latestChangeFirst: ListOrder = { column: "updated_at", isDescending: true }

const idBeside = (column: string) => column.replace(/\w+$/, "id")

/**
 * Sorts by a column, which is one of `table` where the query joins several, and by the id beside it. It reads one row
 * more than `limit`, which shows that another part follows.
 */
export function inOrder(order: ListOrder, { limit, place, span }: SortedPart, table?: string) {
  const { isDescending } = order
  const named = (column: string) => (table === undefined ? column : `${table}.${column}`)
  const column = named(order.column)
  const way = isDescending ? "desc" : "asc"
  return <Db, Tables extends keyof Db, Row>(query: SelectQueryBuilder<Db, Tables, Row>) =>
    query
      .where(afterPlace(place, { column, isDescending }))
      .$if(span !== undefined, (rows) => rows.where(isWithin(named(span?.column ?? ""), span ?? {})))
      .orderBy(sql.ref(column), way)
      .orderBy(sql.ref(idBeside(column)), way)
      .limit(limit + 1)
}

/** The condition for rows whose time is in a span. */
export function isWithin(column: string, { from = 0, to }: Within): RawBuilder<boolean> {
  const begun = sql<boolean>`${sql.ref(column)} >= ${from}`
  return to === undefined ? begun : sql<boolean>`(${begun} and ${sql.ref(column)} < ${to})`
}

/** The condition for rows after `place`; true without a place. */
export function afterPlace(
  place: Place<number | string> | undefined,
  { column, isDescending }: ListOrder,
): RawBuilder<boolean> {
  if (!place) return sql<boolean>`1 = 1`
  const sign = sql.raw(isDescending ? "<" : ">")
  return sql<boolean>`(${sql.ref(column)}, ${sql.ref(idBeside(column))}) ${sign} (${place.at}, ${place.id})`
}

type Time = "created_at" | "updated_at" | "deleted_at" | "dead_at" | `${string}.created_at` | `${string}.updated_at`

/** Latest first, and one row more than `limit`, which shows that another part follows. */
export const latestFirst = (time: Time, part: ListPart) => inOrder({ column: time, isDescending: true }, part)
