import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"

export type ProcessorRow = Selectable<Schema["processor_accounts"]>

/** Finds what the processor last said of an account. */
export function findProcessorRow(cx: Reading, account: string): Promise<ProcessorRow | undefined> {
  return cx.db.selectFrom("processor_accounts").selectAll().where("account", "=", account).executeTakeFirst()
}

/** Starts what is kept about an account: it may sell, and is looked at at once. */
export async function insertProcessorRow(cx: Inside, account: string): Promise<void> {
  await cx.db
    .insertInto("processor_accounts")
    .values({ account, state: "ready", processor_id: null, fault: null, checked_at: null, look_at: cx.now() })
    .onConflict((conflict) => conflict.column("account").doNothing())
    .execute()
}
