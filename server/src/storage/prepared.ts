import { type Compilable, type CompiledQuery, PostgresAdapter } from "kysely"
import type { ReadDb, WriteDb } from "./database.ts"

class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Runs a statement at once; answers its rows. */
export type RunDirectly = (sql: string, parameters: readonly unknown[]) => readonly unknown[]

const direct = new WeakMap<ReadDb, RunDirectly>()

/**
 * Lets prepared queries on `db` go straight to its driver, until `stopDirectly`. On SQLite, which answers at once, the
 * way through Kysely's executor takes longer than the query.
 */
export function runDirectly(db: ReadDb, run: RunDirectly): void {
  direct.set(db, run)
}

/** Sends prepared queries on `db` through Kysely again, which refuses them when its transaction has ended. */
export function stopDirectly(db: ReadDb): void {
  direct.delete(db)
}

/** Builds a query of a database; `arg` stands for a value that each run supplies. */
type Build<Db, Args, Row> = (db: Db, arg: <Name extends keyof Args>(name: Name) => Args[Name]) => Compilable<Row>

/**
 * A query that is built and compiled once per database, for paths where compiling costs more than running.
 *
 * The answer is a function of the database (or transaction) and the values. Others may be given the same rows.
 */
export function prepared<Args extends object, Row>(
  build: Build<ReadDb, Args, Row>,
): (db: ReadDb, args: Args) => Promise<readonly Readonly<Row>[]> {
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
    const run = direct.get(db)
    if (run) return run(compiled.sql, parameters) as readonly Row[]
    const result = await db.executeQuery<Row>({ ...compiled, parameters })
    return result.rows
  }
}

/** The same for a statement that writes. It answers the rows that the statement returns. */
export function preparedWrite<Args extends object, Row>(
  build: Build<WriteDb, Args, Row>,
): (db: WriteDb, args: Args) => Promise<readonly Readonly<Row>[]> {
  return prepared(build as unknown as Build<ReadDb, Args, Row>)
}

/** Whether rows can be, and have to be, locked one by one: on SQLite a transaction has the whole database to itself. */
export function locksRows(db: ReadDb): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
