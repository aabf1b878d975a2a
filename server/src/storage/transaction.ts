import type { Kysely } from "kysely"
import { committed } from "#kernel/after-commit.ts"
import type { WriteDb } from "./database.ts"
import type { Schema } from "./schema.ts"

/** Runs one transaction, and after its commit what waits for that. */
export async function runTransaction<Result>(
  kysely: Kysely<Schema>,
  work: (db: WriteDb) => Promise<Result>,
): Promise<Result> {
  let used: WriteDb | undefined
  const result = await kysely.transaction().execute((db) => {
    used = db
    return work(db)
  })
  committed(used)
  return result
}
