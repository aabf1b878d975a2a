import type { Context, Inside } from "#access/context.ts"
import {
  type CallFacts,
  type CallRow,
  type CallTransition,
  lockLease,
  type RunRow,
  transitionCall,
} from "#domains/assistant/on-demand.ts"
import type { RunState } from "./load-run.ts"

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
