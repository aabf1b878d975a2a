import type { ColumnDefinitionBuilder, CreateTableBuilder } from "kysely"

/** A column that always has a value. */
export const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** The id column. SQLite would let a text key be null. */
export const id = (column: ColumnDefinitionBuilder) => column.primaryKey().notNull()

/** A column that must name a row of `table`. */
export const of = (table: string) => (column: ColumnDefinitionBuilder) => column.notNull().references(`${table}.id`)

/** A count that starts at 0. */
export const count = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

type Table = CreateTableBuilder<string, string>
type Columns = (table: Table) => Table

/** Columns of one type that always have a value. */
export const needed =
  (type: "text" | "bigint" | "integer", names: readonly string[]): Columns =>
  (table) =>
    names.reduce<Table>((all, name) => all.addColumn(name, type, required), table)

/** Columns of one type that may be null. */
export const optional =
  (type: "text" | "bigint" | "integer", names: readonly string[]): Columns =>
  (table) =>
    names.reduce<Table>((all, name) => all.addColumn(name, type), table)

/** A column with the workspace that a row goes with. */
export const ofWorkspace = (column: ColumnDefinitionBuilder) =>
  column.notNull().references("workspaces.id").onDelete("cascade")

/** The same where there is one row for each workspace. */
export const aWorkspaceEach = (column: ColumnDefinitionBuilder) => ofWorkspace(column).primaryKey()

/** The rows go with the membership. */
export const ofMember =
  (name: string): Columns =>
  (table) => {
    const key = ["account_id", "workspace_id"]
    return table.addForeignKeyConstraint(name, key, "members", key, (constraint) => constraint.onDelete("cascade"))
  }
