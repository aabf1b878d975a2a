import { sql } from "kysely"
import type { Keyring } from "#kernel/keyring.ts"
import type { Log } from "#kernel/log.ts"
import type { Database, WriteDb } from "./database.ts"
import type { SealedColumn } from "./sealed-column.ts"

/** The id of the lock, used for nothing else. Servers that start together wait for it. */
const lockId = 7_283_156

/**
 * Records new keys, and deletes keys that left the settings once nothing is sealed under them. `sealed` is every column
 * with sealed texts. @throws Error when the data was made with other keys.
 */
export async function admitKeys(
  { database, keyring, now, log }: { database: Database; keyring: Keyring; now: () => number; log: Log },
  sealed: readonly SealedColumn[],
): Promise<void> {
  const forgotten = await database.transaction(async (db) => {
    if (database.dialect === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(db)
    const seen = (await db.selectFrom("secret_keys").select("id").execute()).map(({ id }) => id)
    const missing = seen.filter((id) => !keyring.ids.includes(id))
    const isKnown = seen.length > 0 ? missing.length < seen.length : await canUnsealAll(db, keyring, sealed)
    if (!isKnown) throw anotherKey()
    for (const id of missing) await forgetKey(db, id, sealed)
    const rows = keyring.ids.filter((id) => !seen.includes(id)).map((id) => ({ id, created_at: now() }))
    if (rows.length > 0) await db.insertInto("secret_keys").values(rows).execute()
    return missing
  })
  if (forgotten.length > 0) {
    log.warn({ keys: forgotten }, "A secret key was removed from the settings. Links made with it no longer open.")
  }
}

/** Whether the keys can unseal one text of each column with texts from before key ids. */
async function canUnsealAll(db: WriteDb, keyring: Keyring, sealed: readonly SealedColumn[]): Promise<boolean> {
  for (const { table, key, column, purpose, place } of sealed) {
    const found = sql<{ key: string; sealed: string }>`select ${sql.ref(key)} as "key", ${sql.ref(column)} as "sealed"
      from ${sql.table(table)} where ${sql.ref(column)} not like '%.%' and ${sql.ref(column)} <> '' limit 1`
    const [row] = (await found.execute(db)).rows
    try {
      if (row) keyring.unseal(purpose, place(row.key), row.sealed)
    } catch {
      return false
    }
  }
  return true
}

async function forgetKey(db: WriteDb, id: string, sealed: readonly SealedColumn[]): Promise<void> {
  for (const column of sealed) {
    if (await isSealedUnder(db, column, id)) throw stillNeeded(id)
  }
  await db.deleteFrom("secret_keys").where("id", "=", id).execute()
}

async function isSealedUnder(db: WriteDb, { table, column }: SealedColumn, keyId: string): Promise<boolean> {
  const found = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} like ${`${keyId}.%`} limit 1`
  return (await found.execute(db)).rows.length > 0
}

const anotherKey = () =>
  new Error(
    "SVC_SECRET_KEY is not the key that this database was made with: set it to that key, or to a new one and that key behind it (SVC_SECRET_KEY=new,old).",
  )

const stillNeeded = (id: string) =>
  new Error(
    `SVC_SECRET_KEY lacks the key with the id ${id}, under which data is still sealed: name it last (SVC_SECRET_KEY=new,old) until the server has re-sealed that data, which takes some minutes.`,
  )

/** The ids of the secret keys that the data was made with. */
export async function findKeyIds({ read }: Pick<Database, "read">): Promise<string[]> {
  return (await read.selectFrom("secret_keys").select("id").execute()).map(({ id }) => id)
}
