import type { Inside } from "#access/context.ts"
import { lockConversation } from "../conversations/index.ts"
import { leaseMs, type RunRow, updateLeasedRun } from "../runs/index.ts"

/** This process has lost its lease of the run. */
export class LeaseLost extends Error {}

/** Makes sure that this process keeps a run's lease until the transaction ends. @throws LeaseLost */
export async function lockLease(cx: Inside, run: RunRow): Promise<void> {
  if (!(await updateLeasedRun(cx, run, {}))) throw new LeaseLost()
}

/**
 * Like `lockLease`, for a transaction that adds to the conversation; also writes `set` to the run. It locks the
 * conversation first, in the same order as posts do, so that neither deadlocks the other. @throws LeaseLost
 */
export async function lockConversationAndLease(
  cx: Inside,
  run: RunRow,
  set: Parameters<typeof updateLeasedRun>[2] = {},
): Promise<void> {
  const isThere = await lockConversation(cx, run.conversation_id)
  if (!isThere || !(await updateLeasedRun(cx, run, set))) throw new LeaseLost()
}

/** Returns false where another process has the lease, or the run has ended. */
export function renewRunLease(cx: Inside, run: RunRow): Promise<boolean> {
  return updateLeasedRun(cx, run, { lease_until: cx.now() + leaseMs })
}

/** Ends a lease before its time, so that the next process can take the run at once. */
export async function giveLeaseBack(cx: Inside, run: RunRow, { workedMs }: { workedMs: number }): Promise<void> {
  await updateLeasedRun(cx, run, { lease_until: 0, worked_ms: workedMs })
}
