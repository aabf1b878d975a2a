import type { App } from "#access/perform.ts"

/** The same service with a database that fails with texts that no client may see. */
export function brokenDatabase(app: App): App {
  const fail = (): never => {
    throw new Error("The database is away: secret, select * from workspaces")
  }
  const read = new Proxy(app.database.read, { get: () => fail })
  return { ...app, database: { ...app.database, read, transaction: async () => fail() } }
}
