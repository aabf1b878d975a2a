import type { ColumnDefinitionBuilder } from "kysely"

/** A column that always has a value. */
export const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** The id column. SQLite would let a text key be null. */
export const id = (column: ColumnDefinitionBuilder) => column.primaryKey().notNull()

/** A column that must name a row of `table`. */
export const of = (table: string) => (column: ColumnDefinitionBuilder) => column.notNull().references(`${table}.id`)

/** A count that starts at 0. */
export const count = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
