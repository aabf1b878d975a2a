import { sql } from "kysely"
import type { Context, Inside, Reading } from "#access/context.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"

/** Records the arrival of a processor account's webhook, at most once a minute. */
export async function noteHook(cx: Context, processorAccount: string): Promise<void> {
  const isNoted = await cx.db
    .selectFrom("event_listings")
    .select("processor_account")
    .where("processor_account", "=", processorAccount)
    .where("hook_seen_at", ">", cx.now() - minuteMs)
    .executeTakeFirst()
  if (isNoted) return
  const seen = (now: number) => ({ hook_seen_at: now, missed: 0, notified_at: null })
  await cx.atomically(async (cx) => {
    await cx.db
      .insertInto("event_listings")
      .values({ processor_account: processorAccount, next_at: cx.now(), ...seen(cx.now()) })
      .onConflict((conflict) => conflict.column("processor_account").doUpdateSet(seen(cx.now())))
      .execute()
  })
}

/** Takes the lease on applying a processor account's events. False while another process has it. */
export async function takeLease(cx: Inside, processorAccount: string, until: number): Promise<boolean> {
  const taken = await cx.db
    .insertInto("event_listings")
    .values({ processor_account: processorAccount, next_at: cx.now(), missed: 0, lease_until: until })
    .onConflict((conflict) =>
      conflict
        .column("processor_account")
        .doUpdateSet({ lease_until: until })
        .where((row) =>
          row.or([row("event_listings.lease_until", "is", null), row("event_listings.lease_until", "<=", cx.now())]),
        ),
    )
    .returning("processor_account")
    .executeTakeFirst()
  return taken !== undefined
}

/** Extends this process's lease, or releases it (null). */
export async function extendOrEndLease(cx: Inside, processorAccount: string, until: number | null): Promise<void> {
  await cx.db
    .updateTable("event_listings")
    .set({ lease_until: until })
    .where("processor_account", "=", processorAccount)
    .execute()
}

const windowMs = dayMs

/** Whether the webhook missed an event or payment from a day to 15 minutes ago, after its last call and `madeAt`. */
export async function findSilence(cx: Reading, processorAccount: string, madeAt: number): Promise<boolean> {
  const known = await cx.db
    .selectFrom("event_listings")
    .select("hook_seen_at")
    .where("processor_account", "=", processorAccount)
    .executeTakeFirst()
  const from = Math.max(cx.now() - windowMs, known?.hook_seen_at ?? 0, madeAt)
  const to = cx.now() - 15 * minuteMs
  const listed = cx.db
    .selectFrom("payment_events")
    .select(sql<number>`1`.as("found"))
    .where("processor_account", "=", processorAccount)
    .where("came_by", "=", "list")
    .where("received_at", ">", from)
    .where("created_at", ">", from)
    .where("created_at", "<=", to)
  const paid = cx.db
    .selectFrom("purchases")
    .select(sql<number>`1`.as("found"))
    .where("processor_account", "=", processorAccount)
    .where("paid_at", ">", from)
    .where("paid_at", "<=", to)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payment_events")
            .select("event_id")
            .whereRef("payment_events.processor_account", "=", "purchases.processor_account")
            .whereRef("payment_events.subject", "=", "purchases.checkout_session_id"),
        ),
      ),
    )
  return (await listed.unionAll(paid).limit(1).executeTakeFirst()) !== undefined
}

const soonMs = 10 * minuteMs

/** Moves the next listing of an account's events to within ten minutes: without sales, accounts are listed rarely. */
export async function listSoon(cx: Inside, processorAccount: string): Promise<void> {
  const next_at = cx.now() + soonMs
  await cx.db
    .updateTable("event_listings")
    .set({ next_at })
    .where("processor_account", "=", processorAccount)
    .where("next_at", ">", next_at)
    .execute()
}

export interface HookState {
  processor_account: string
  hook_seen_at: number | null
  /** Not null while the webhook is silent. */
  notified_at: number | null
}

export async function listHookStates(cx: Reading, processorAccounts: readonly string[]): Promise<HookState[]> {
  if (processorAccounts.length === 0) return []
  const states = cx.db.selectFrom("event_listings").select(["processor_account", "hook_seen_at", "notified_at"])
  return states.where("processor_account", "in", processorAccounts).execute()
}

export async function noteHookMade(cx: Inside, processorAccount: string): Promise<void> {
  await cx.db
    .updateTable("event_listings")
    .set({ missed: 0, notified_at: null })
    .where("processor_account", "=", processorAccount)
    .execute()
}

export async function noteSilenceReported(cx: Inside, processorAccount: string): Promise<void> {
  await cx.db
    .updateTable("event_listings")
    .set({ notified_at: cx.now() })
    .where("processor_account", "=", processorAccount)
    .execute()
}

/** Counts successive listings that found something the webhook missed. Any other listing resets the count. */
export function noteMissed(cx: Inside, processorAccount: string, isMissed: boolean) {
  return cx.db
    .updateTable("event_listings")
    .set((row) => ({ missed: isMissed ? sql<number>`${row.ref("missed")} + 1` : 0 }))
    .where("processor_account", "=", processorAccount)
    .returning(["missed", "notified_at"])
    .executeTakeFirst()
}
