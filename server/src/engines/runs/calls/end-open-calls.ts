import type { Inside } from "#access/context.ts"
import { type CallFacts, type CallRow, callTransitions, transitionCall } from "#domains/assistant/on-demand.ts"
import { type RunState, toolOf } from "../state/load-run.ts"

/** Whether a tool server was sent the call and has not answered. */
export const isAwaitingServer = (state: RunState, call: CallRow) =>
  call.state === "running" && toolOf(state, call.tool)?.server !== null

export const mayHaveChanged = (state: RunState, call: CallRow) => toolOf(state, call.tool)?.server?.isReadOnly !== true

/**
 * Ends the open calls of a run. A call that was sent to a tool server may have been carried out, so it is lost. A
 * built-in write that a killed process had begun did not commit, so it ends like a call that had not begun.
 */
export async function endOpenCalls(
  cx: Inside,
  state: RunState,
  { how, ...facts }: CallFacts & { how: "cancel" | "abandon" },
): Promise<void> {
  const { calls, run, member } = state
  const open: readonly CallRow["state"][] = callTransitions[how].from
  for (const call of calls) {
    const { id } = call
    if (call.run_id !== run.id || !open.includes(call.state)) continue
    if (isAwaitingServer(state, call) && mayHaveChanged(state, call))
      await transitionCall({ ...cx, ...member }, "lose", { id })
    else await transitionCall({ ...cx, ...member }, how, { id, ...facts })
  }
}
