import type { Kysely } from "kysely"
import { inSpan } from "#spans/span.ts"
import { committed } from "./after-commit.ts"
import type { WriteDb } from "./database.ts"
import { type RunDirectly, runDirectly, stopDirectly } from "./prepared.ts"
import type { Schema } from "./schema.ts"

/**
 * Runs one transaction, and calls its listeners after the commit.
 *
 * @param direct runs a statement synchronously, on databases with a single writing connection.
 */
export function runTransaction<Result>(
  kysely: Kysely<Schema>,
  work: (db: WriteDb) => Promise<Result>,
  direct?: RunDirectly,
): Promise<Result> {
  return inSpan(transactionSpan, () => runOnce(kysely, work, direct))
}

const transactionSpan = () => ({ name: "transaction" })

async function runOnce<Result>(
  kysely: Kysely<Schema>,
  work: (db: WriteDb) => Promise<Result>,
  direct: RunDirectly | undefined,
): Promise<Result> {
  let used: WriteDb | undefined
  const result = await kysely.transaction().execute(async (db) => {
    used = db
    if (!direct) return work(db)
    runDirectly(db, direct)
    try {
      return await work(db)
    } finally {
      stopDirectly(db) // from here on the connection belongs to another transaction
    }
  })
  committed(used)
  return result
}
