import type { Inside } from "#access/context.ts"
import { listCalls } from "../calls/index.ts"
import { lockConversation } from "../conversations/index.ts"
import { type RunRow, transitionRun } from "../runs/index.ts"

/**
 * Lets a run wait for its person. If the person decided while the work was ending, the run is queued instead. Undefined
 * where another process has the lease.
 */
export async function waitForPerson(cx: Inside, run: RunRow): Promise<RunRow | undefined> {
  await lockConversation(cx, run.conversation_id) // decisions lock it too
  const calls = (await listCalls(cx, run.conversation_id)).filter((call) => call.run_id === run.id)
  const isOnlyWaiting =
    calls.some(({ state }) => state === "waiting") && !calls.some(({ state }) => state === "approved")
  const { id, turn, worked_ms } = run
  return transitionRun(cx, isOnlyWaiting ? "wait" : "requeue", { id, turn, worked_ms })
}
