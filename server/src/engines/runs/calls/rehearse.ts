import type { Inside } from "#access/context.ts"
import type { App } from "#access/perform.ts"

/** Thrown to roll a transaction back; carries the result of its work. */
class TakenBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super("The transaction was a rehearsal.")
    this.result = result
  }
}

function withTransaction({ database, ...app }: App, given: Partial<App["database"]["apart"]>): App {
  const queries = { read: database.read, transaction: database.transaction, ...given }
  return { ...app, database: { ...database, ...queries, apart: queries } }
}

/** Each transaction is rolled back as if its work had thrown. Callbacks that wait for its commit never run. */
export function rehearsing(app: App): App {
  return withTransaction(app, {
    transaction: (work) => takingBack(app, work),
  })
}

async function takingBack<Result>(app: App, work: Parameters<App["database"]["transaction"]>[0]): Promise<Result> {
  try {
    await app.database.transaction(async (db) => {
      throw new TakenBack(await work(db))
    })
  } catch (thrown) {
    if (thrown instanceof TakenBack) return thrown.result as Result
    throw thrown
  }
  throw new Error("A rehearsal was committed.")
}

/** The service inside a transaction: all its reads and writes belong to that transaction. */
export function insideOf(app: App, db: Inside["db"]): App {
  return withTransaction(app, { read: db, transaction: (work) => work(db) })
}

/** Runs several actions in one transaction; each sees the writes of those before it. `work` may run again. */
export function together<Result>(app: App, work: (app: App) => Promise<Result>): Promise<Result> {
  return app.database.transaction((db) => work(insideOf(app, db)))
}
