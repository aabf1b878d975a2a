import type { App } from "#access/perform.ts"
import { openMemoryBus } from "#adapters/bus/memory.ts"
import { afterCommit, committed } from "#storage/after-commit.ts"

/** The service as in another process that stops early. */
export interface AwayApp {
  readonly app: App
  /** Whether it has reached the point where it stops. */
  readonly isAway: boolean
  /** Continues from there, if it can. */
  resume(): void
}

class Killed extends Error {}

/** The methods of a database that begin a statement, or run a prepared one. */
const begins: ReadonlySet<PropertyKey> = new Set(["selectFrom", "selectNoFrom", "insertInto", "updateTable", "deleteFrom", "executeQuery"]) // biome-ignore format: one thought

/**
 * The same service as in another process that is killed at its `at`-th statement: from then on its queries do not reach
 * the database. Reads and writes count once, and the end of a transaction twice: right before the commit, and right
 * after it, before any caller gets the result.
 */
export function dyingApp(app: App, at: number): AwayApp {
  let count = 0
  const live = () => {
    count += 1
    if (count >= at) throw new Killed(`Killed at statement ${at}`)
  }
  const watched = <Db extends object>(db: Db): Db =>
    new Proxy(db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== "function") return value
        if (!begins.has(name)) return value.bind(target)
        return (...given: unknown[]) => {
          live()
          return value.apply(target, given)
        }
      },
    })
  const transaction: App["database"]["transaction"] = (work) =>
    app.database.transaction(async (db) => {
      const own = watched(db)
      const result = await work(own)
      live()
      afterCommit(db, () => {
        live()
        committed(own)
      })
      return result
    })
  const database = { ...app.database, read: watched(app.database.read), transaction, migration: transaction }
  return {
    app: { ...app, database, bus: openMemoryBus(app.log) },
    get isAway() {
      return count >= at
    },
    resume() {},
  }
}

/**
 * The same service as in another process that stops right before its `at`-th transaction, like a sleeping machine, and
 * later continues with that transaction.
 */
export function silentApp(app: App, at: number): AwayApp {
  const { promise, resolve } = Promise.withResolvers<void>()
  let count = 0
  const transaction: App["database"]["transaction"] = async (work) => {
    count += 1
    if (count >= at) await promise
    return app.database.transaction(work)
  }
  const database = { ...app.database, transaction, migration: transaction }
  return {
    app: { ...app, database, bus: openMemoryBus(app.log) },
    get isAway() {
      return count >= at
    },
    resume: resolve,
  }
}
