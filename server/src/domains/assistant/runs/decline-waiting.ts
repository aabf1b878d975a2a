import type { Member } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import { type CallRow, listCalls } from "./call-store.ts"
import { endCall } from "./end-call.ts"
import { moveRun, type RunRow } from "./run-store.ts"

/** Declines all that waits for a person in a run, and ends it: they asked something else, or stopped it. */
export async function declineWaiting(
  cx: Inside & Member,
  run: Pick<RunRow, "id" | "conversation_id">,
  decision: NonNullable<CallRow["decision"]>,
): Promise<void> {
  const decided = { decision, decided_by: cx.accountId, decided_at: cx.now() }
  for (const call of await listCalls(cx, run.conversation_id)) {
    if (call.run_id !== run.id) continue
    const set = { state: "declined" as const, ...decided, summary: "Not done" }
    await endCall(cx, call.id, { from: ["waiting", "approved", "proposed"], set })
  }
  await moveRun(cx, run.id, { from: ["waiting", "queued"], set: { state: "stopped", lease_until: null } })
}
