import type { Inside } from "#access/context.ts"
import type { App } from "#access/perform.ts"

/** Carries the result of work out of the transaction that it takes back. */
class TakenBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super("The transaction was a rehearsal.")
    this.result = result
  }
}

function withTransaction({ database, ...app }: App, given: Partial<App["database"]["apart"]>): App {
  const queries = { read: database.read, transaction: database.transaction, ...given }
  return {
    ...app,
    database: {
      dialect: database.dialect,
      ...queries,
      apart: queries,
      migration: database.migration,
      checkServer: database.checkServer,
      checkWritable: database.checkWritable,
      close: database.close,
    },
  }
}

/**
 * The service for a rehearsal: each transaction is really run, and then taken back, as if the work had thrown. Whoever
 * waits for its commit waits in vain.
 */
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

/** The service as it is inside of a transaction: all that it reads and writes is part of that. */
export function insideOf(app: App, db: Inside["db"]): App {
  return withTransaction(app, { read: db, transaction: (work) => work(db) })
}

/**
 * Runs several actions in one transaction: whole or not at all. Each sees what those before it wrote.
 *
 * @param work gets the service as it is inside of the transaction. It may run again.
 */
export function together<Result>(app: App, work: (app: App) => Promise<Result>): Promise<Result> {
  return app.database.transaction((db) => work(insideOf(app, db)))
}
