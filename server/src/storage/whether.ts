import type { DeleteResult, InsertResult, UpdateResult } from "kysely"

export async function findsRow(query: { limit(rows: number): { executeTakeFirst(): Promise<unknown> } }) {
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Runs a guarded statement that changes at most one row. Returns whether it did. */
export async function changesRow(statement: {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>
}): Promise<boolean> {
  const result = await statement.executeTakeFirst()
  if ("numUpdatedRows" in result) return result.numUpdatedRows > 0n
  return ("numDeletedRows" in result ? result.numDeletedRows : (result.numInsertedOrUpdatedRows ?? 0n)) > 0n
}
