import { type Compilable, type CompiledQuery, PostgresAdapter, type RawBuilder } from "kysely"
import type { ReadDb, WriteDb } from "./database.ts"

class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Runs a statement synchronously and returns its rows. */
export type RunDirectly = (sql: string, parameters: readonly unknown[]) => readonly unknown[]

const direct = new WeakMap<ReadDb, RunDirectly>()

/** Lets prepared queries call the driver directly, since Kysely's executor takes longer than an SQLite query. */
export function runDirectly(db: ReadDb, run: RunDirectly): void {
  direct.set(db, run)
}

/** Makes prepared queries on `db` use Kysely again, which refuses them once its transaction has ended. */
export function stopDirectly(db: ReadDb): void {
  direct.delete(db)
}

/** A placeholder for a value that each run supplies. */
type Arg<Args> = <Name extends keyof Args>(name: Name) => Args[Name]

type Build<Db, Args, Row> = (db: Db, arg: Arg<Args>) => Compilable<Row>

/** Placeholders for the columns of the same names. */
export function argsOf<Args, Name extends keyof Args>(arg: Arg<Args>, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, arg(name)])) as Pick<Args, Name>
}

/** Compiles a query once for each database, where compiling costs more than running. Callers may share its rows. */
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

/** The same for a statement that writes. It returns the statement's rows. */
export function preparedWrite<Args extends object, Row>(
  build: Build<WriteDb, Args, Row>,
): (db: WriteDb, args: Args) => Promise<readonly Readonly<Row>[]> {
  return prepared(build as unknown as Build<ReadDb, Args, Row>)
}

/** A statement of raw SQL, for `prepared` and `preparedWrite`. */
export function compilable<Row>(db: ReadDb, statement: RawBuilder<unknown>) {
  return { compile: () => (statement as RawBuilder<Row>).compile(db) }
}

/** PostgreSQL must lock rows one by one; an SQLite transaction has the whole database to itself. */
export function isPostgres(db: ReadDb): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
