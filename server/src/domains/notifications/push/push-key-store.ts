import type { Inside, Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"

export type PushKeyRow = Schema["push_keys"]

export function findPushKey(cx: Reading, id: string): Promise<PushKeyRow | undefined> {
  return cx.db.selectFrom("push_keys").selectAll().where("id", "=", id).executeTakeFirst()
}

/** Stores a key pair, unless another process has stored one meanwhile. */
export async function insertPushKey(cx: Inside, row: PushKeyRow): Promise<void> {
  await cx.db
    .insertInto("push_keys")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute()
}
