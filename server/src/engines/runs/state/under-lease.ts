import type { Context, Inside } from "#access/context.ts"
import {
  type CallFacts,
  type CallRow,
  type CallTransition,
  lockConversation,
  type RunRow,
  transitionCall,
  updateLeasedRun,
} from "#domains/assistant/on-demand.ts"
import type { RunState } from "./load-run.ts"

/** This process has lost its lease of the run. */
export class LeaseLost extends Error {}

/** Runs a transaction of a run while this process has its lease. @throws LeaseLost where another process has it. */
export function underLease<Result>(cx: Context, run: RunRow, work: (cx: Inside) => Promise<Result>): Promise<Result> {
  return cx.atomically(async (inside) => {
    await lockLease(inside, run)
    return work(inside)
  })
}

/** Moves a call along a transition while this process has the run's lease. @throws LeaseLost */
export function moveUnderLease(
  cx: Context,
  { run, member }: Pick<RunState, "run" | "member">,
  ...[name, facts]: [CallTransition, CallFacts & { id: string }]
): Promise<CallRow | undefined> {
  return underLease(cx, run, (cx) => transitionCall({ ...cx, ...member }, name, facts))
}

/** Makes sure that this process keeps a run's lease until the transaction ends. @throws LeaseLost */
export async function lockLease(cx: Inside, run: RunRow): Promise<void> {
  if (!(await updateLeasedRun(cx, run, {}))) throw new LeaseLost()
}

/** Also writes `set` to the run. Locks the conversation first, as posts do, against deadlocks. @throws LeaseLost */
export async function lockConversationAndLease(
  cx: Inside,
  run: RunRow,
  set: Parameters<typeof updateLeasedRun>[2] = {},
): Promise<void> {
  const isThere = await lockConversation(cx, run.conversation_id)
  if (!isThere || !(await updateLeasedRun(cx, run, set))) throw new LeaseLost()
}
