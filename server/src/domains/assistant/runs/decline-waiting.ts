import type { Inside, Member } from "#access/context.ts"
import { type CallRow, listCalls, transitionCall } from "../calls/index.ts"
import type { RunRow } from "./run-store.ts"
import { transitionRun } from "./transition-run.ts"

export async function declineWaiting(
  cx: Inside & Member,
  run: Pick<RunRow, "id" | "conversation_id">,
  decision: NonNullable<CallRow["decision"]>,
): Promise<void> {
  for (const call of await listCalls(cx, run.conversation_id)) {
    if (call.run_id === run.id)
      await transitionCall(cx, "withdraw", { id: call.id, decision, decided_by: cx.accountId })
  }
  await transitionRun(cx, "withdraw", { id: run.id })
}
