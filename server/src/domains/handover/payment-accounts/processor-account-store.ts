import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { minuteMs } from "#kernel/time/units.ts"
import type { Schema } from "#storage/schema.ts"

export type ProcessorRow = Selectable<Schema["processor_accounts"]>

export function findProcessorRow(cx: Reading, processorAccount: string): Promise<ProcessorRow | undefined> {
  return cx.db
    .selectFrom("processor_accounts")
    .selectAll()
    .where("processor_account", "=", processorAccount)
    .executeTakeFirst()
}

export async function listProcessorRows(cx: Reading, processorAccounts: readonly string[]): Promise<ProcessorRow[]> {
  if (processorAccounts.length === 0) return []
  return cx.db
    .selectFrom("processor_accounts")
    .selectAll()
    .where("processor_account", "in", processorAccounts)
    .execute()
}

export async function putProcessorRow(cx: Inside, row: ProcessorRow): Promise<void> {
  const { processor_account, ...set } = row
  await cx.db
    .insertInto("processor_accounts")
    .values(row)
    .onConflict((conflict) => conflict.column("processor_account").doUpdateSet(set))
    .execute()
}

/** Changes a row unless a check has changed its state, or the account was removed, since `before` was read. */
export function updateProcessorRow(
  cx: Inside,
  before: ProcessorRow,
  set: Partial<Omit<ProcessorRow, "processor_account">>,
): Promise<ProcessorRow | undefined> {
  return cx.db
    .updateTable("processor_accounts")
    .set(set)
    .where("processor_account", "=", before.processor_account)
    .where("state", "=", before.state)
    .where("processor_id", before.processor_id === null ? "is" : "=", before.processor_id)
    .where("poll_at", "is not", null)
    .returningAll()
    .executeTakeFirst()
}

export async function endPolls(cx: Inside, processorAccount: string): Promise<void> {
  await cx.db
    .updateTable("processor_accounts")
    .set({ poll_at: null })
    .where("processor_account", "=", processorAccount)
    .execute()
}

/**
 * Claims up to `limit` due processor accounts, and sets their next check to `nextAt`. Accounts whose webhook we made
 * and does not point to `hookBase` are due, too, at most every half hour.
 */
export async function takeDuePollsAt(
  cx: Inside,
  { limit, nextAt, hookBase }: { limit: number; nextAt: number; hookBase: string },
): Promise<{ processor_account: string }[]> {
  const moved = cx.db
    .selectFrom("payment_accounts")
    .select("id")
    .where("hook_base", "is not", null)
    .where("hook_base", "!=", hookBase)
    .where("disabled_at", "is", null)
    .where("hook_tried_at", "<=", cx.now() - 30 * minuteMs)
  const { db } = cx
  await db
    .updateTable("processor_accounts")
    .set({ poll_at: cx.now() })
    .where("processor_account", "in", moved)
    .execute()
  const due = await db
    .selectFrom("processor_accounts")
    .select("processor_account")
    .where("poll_at", "<=", cx.now())
    .orderBy("poll_at")
    .limit(limit)
    .execute()
  if (due.length === 0) return due
  const processorAccounts = due.map((row) => row.processor_account)
  await db
    .updateTable("processor_accounts")
    .set({ poll_at: nextAt })
    .where("processor_account", "in", processorAccounts)
    .execute()
  return due
}
