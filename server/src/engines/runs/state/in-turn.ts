import type { Context, Inside } from "#access/context.ts"
import {
  type CallFacts,
  type CallRow,
  type CallTransition,
  lockConversation,
  type RunRow,
  transitionCall,
  updateTurn,
} from "#domains/assistant/on-demand.ts"
import type { RunState } from "./load-run.ts"

/** This process is not the one that works on the run any more. */
export class TurnLost extends Error {}

/**
 * Writes to what belongs to a run, while this process has it. @throws TurnLost where another one has, and with it all
 * that comes of the run.
 */
export function inTurn<Result>(cx: Context, run: RunRow, work: (cx: Inside) => Promise<Result>): Promise<Result> {
  return cx.atomically(async (inside) => {
    await holdTurn(inside, run)
    return work(inside)
  })
}

/** Moves a call of a run along a transition, while this process has the run. @throws TurnLost */
export function moveInTurn(
  cx: Context,
  { run, member }: Pick<RunState, "run" | "member">,
  ...[name, facts]: [CallTransition, CallFacts & { id: string }]
): Promise<CallRow | undefined> {
  return inTurn(cx, run, (cx) => transitionCall({ ...cx, ...member }, name, facts))
}

/** Makes sure that this process has a run, until the present transaction ends. @throws TurnLost */
export async function holdTurn(cx: Inside, run: RunRow): Promise<void> {
  if (!(await updateTurn(cx, run, {}))) throw new TurnLost()
}

/**
 * The same for what adds to the run's conversation, with what is written to the run. The conversation is held first, as
 * by whoever posts about it: neither waits for the other for ever. @throws TurnLost
 */
export async function holdToAdd(cx: Inside, run: RunRow, set: Parameters<typeof updateTurn>[2] = {}): Promise<void> {
  const isThere = await lockConversation(cx, run.conversation_id)
  if (!isThere || !(await updateTurn(cx, run, set))) throw new TurnLost()
}
