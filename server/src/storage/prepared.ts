import { type Compilable, type CompiledQuery, PostgresAdapter } from "kysely"
import type { ReadDb } from "./database.ts"

class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

type DirectRead = (sql: string, parameters: readonly unknown[]) => unknown[]

const directReads = new WeakMap<ReadDb, DirectRead>()

/**
 * Lets prepared queries on `db` go straight to its driver. On SQLite, which answers at once, the way through Kysely's
 * executor takes longer than the query.
 */
export function readDirectly(db: ReadDb, read: DirectRead): void {
  directReads.set(db, read)
}

/**
 * A query that is built and compiled once per database, for paths where compiling costs more than running.
 *
 * `build` gets the database and `arg`, which stands for a value that each run supplies.
 * The answer is a function of the database (or transaction) and the values.
 */
export function prepared<Args extends object, Row>(
  build: (db: ReadDb, arg: <Name extends keyof Args>(name: Name) => Args[Name]) => Compilable<Row>,
): (db: ReadDb, args: Args) => Promise<Row[]> {
  const compiledFor = new WeakMap<object, CompiledQuery<Row>>()
  const placeholder = <Name extends keyof Args>(name: Name) => new Placeholder(name) as unknown as Args[Name]

  return async (db, args) => {
    const dialect = db.getExecutor().adapter
    let compiled = compiledFor.get(dialect)
    if (!compiled) {
      compiled = build(db, placeholder).compile()
      compiledFor.set(dialect, compiled)
    }
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? args[value.name as keyof Args] : value,
    )
    const direct = directReads.get(db)
    if (direct) return direct(compiled.sql, parameters) as Row[]
    const result = await db.executeQuery<Row>({ ...compiled, parameters })
    return result.rows
  }
}

/** Whether rows can be, and have to be, locked one by one: on SQLite a transaction has the whole database to itself. */
export function locksRows(db: ReadDb): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
