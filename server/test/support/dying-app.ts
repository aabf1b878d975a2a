import type { App } from "#access/perform.ts"
import { openMemoryBus } from "#adapters/bus/memory.ts"
import { afterCommit, committed } from "#storage/after-commit.ts"

/** The service as another process has it, which does not come to its end. */
export interface AwayApp {
  readonly app: App
  /** Whether it has come to where it is gone. */
  readonly isAway: boolean
  /** Has it go on where it left off, if it can. */
  goOn(): void
}

class Killed extends Error {}

/** What of a database begins a statement, or runs one that was prepared. */
const begins: ReadonlySet<PropertyKey> = new Set(["selectFrom", "selectNoFrom", "insertInto", "updateTable", "deleteFrom", "executeQuery"]) // biome-ignore format: one thought

/**
 * The same service as another process has it, killed at its `at`-th statement: from then on nothing that it does reaches
 * the database. Reads and writes count, and the end of a transaction twice: right before the commit, and right after it,
 * before anybody has heard of it.
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
    goOn() {},
  }
}

/**
 * The same service as another process has it, which falls silent right before its `at`-th transaction, as where its
 * machine sleeps, and goes on with that later as if nothing had been.
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
    goOn: resolve,
  }
}
