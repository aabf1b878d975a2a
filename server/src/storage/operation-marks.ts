import type { ReadDb, WriteDb } from "./database.ts"

/** The operators' work outside the service. Metrics report its age. */
export type OperationMark = "backup" | "restore-drill"

/** Notes that an operation was completed. `at`: epoch milliseconds. */
export async function markOperation(db: WriteDb, name: OperationMark, at: number): Promise<void> {
  await db
    .insertInto("operation_marks")
    .values({ name, at })
    .onConflict((row) => row.column("name").doUpdateSet({ at }))
    .execute()
}

/** When an operation was last completed; undefined before the first time. */
export async function findOperation(db: ReadDb, name: OperationMark): Promise<number | undefined> {
  const row = await db.selectFrom("operation_marks").select("at").where("name", "=", name).executeTakeFirst()
  return row?.at
}
