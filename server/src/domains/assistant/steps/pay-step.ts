import type { Context, Inside } from "#access/context.ts"
import { findRun, type RunRow } from "../runs/index.ts"
import { type Reserved, reserveTokens, settleTokens, type UsedTokens } from "../spending/index.ts"
import { LeaseLost, lockConversationAndLease } from "./lease.ts"

type Asked = Omit<Parameters<typeof reserveTokens>[2], "note">

/**
 * Reserves the tokens of a step and stores the reservation with the run, so that another process can settle it after a
 * kill. `begin` runs in the same transaction. Returns a sentence where a limit is reached. @throws LeaseLost
 */
export function beginStep(
  cx: Context,
  run: RunRow,
  { spender, begin, ...asked }: Asked & { spender: Parameters<typeof reserveTokens>[1]; begin: Writing },
): Promise<Reserved | string> {
  const note = async (inside: Inside, reserved: Reserved) => {
    await lockConversationAndLease(inside, run, { reserved: JSON.stringify(reserved) })
    await begin(inside)
  }
  return reserveTokens(cx, spender, { ...asked, note })
}

type Writing = (inside: Inside) => Promise<void>

type Counted = Partial<Pick<RunRow, "steps" | "calls">> & Pick<RunRow, "tokens" | "reserved">

/**
 * Ends a step: counts it, and settles its reservation once, in the transaction in which `keep` stores its outcome.
 * Returns the columns that it changed. @throws LeaseLost where another process has the run, which then settles the
 * reservation; a deleted run's is settled here.
 */
export async function endStep(
  cx: Context,
  run: RunRow,
  { used, counts, keep }: { used: UsedTokens; counts: Partial<Pick<RunRow, "steps" | "calls">>; keep: Writing },
): Promise<Counted> {
  const counted = { ...counts, tokens: run.tokens + used.input + used.output, reserved: null }
  try {
    await cx.atomically(async (inside) => {
      await lockConversationAndLease(inside, run, counted)
      await keep(inside)
      await settle({ ...inside, assistant: cx.assistant }, run, used)
    })
  } catch (thrown) {
    if (thrown instanceof LeaseLost) await settleDeletedRun(cx, run, used)
    throw thrown
  }
  return counted
}

/** Settles the reservation of a run that was deleted with its conversation: no other process can. */
export async function settleDeletedRun(cx: Context, run: RunRow, used: UsedTokens): Promise<void> {
  if (run.reserved === null || (await findRun(cx, run.id))) return
  await cx.atomically((inside) => settle({ ...inside, assistant: cx.assistant }, run, used))
}

async function settle(cx: Inside & Pick<Context, "assistant">, run: RunRow, used: UsedTokens): Promise<void> {
  const reserved = readReserved(run)
  if (reserved) await settleTokens(cx, reserved, used)
}

/** The reservation of a run's present step. */
export function readReserved({ reserved }: Pick<RunRow, "reserved">): Reserved | undefined {
  return reserved === null ? undefined : (JSON.parse(reserved) as Reserved)
}
