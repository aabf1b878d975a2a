import type { Context } from "#access/context.ts"
import { listCalls, listOverdueCalls, transitionCall } from "../calls/index.ts"
import { wake } from "../wake.ts"
import { findRunMember } from "./run-member.ts"
import { findRun, listDueRuns } from "./run-store.ts"
import { transitionRun } from "./transition-run.ts"

const mostAtOnce = 500

/** Expires cards unanswered for a day. Wakes the workers for runs whose process was killed or wake-up was lost. */
export async function sweepRuns(cx: Context): Promise<void> {
  for (const { id, run_id } of await listOverdueCalls(cx, mostAtOnce)) await expire(cx, { id, run_id })
  for (const { conversation_id } of await listDueRuns(cx, mostAtOnce)) cx.bus.publish("runs", conversation_id)
}

async function expire(cx: Context, call: { id: string; run_id: string }): Promise<void> {
  await cx.atomically(async (inside) => {
    const run = await findRun(inside, call.run_id)
    if (!run) return
    const { account_id: accountId, workspace_id: workspaceId } = run
    // In a suspended or trashed workspace no account has a role; cards expire there too.
    const member = (await findRunMember(inside, run)) ?? { accountId, workspaceId, role: "viewer" as const }
    if (!(await transitionCall({ ...inside, ...member }, "expire", { id: call.id }))) return
    const rest = (await listCalls(inside, run.conversation_id)).filter(({ run_id }) => run_id === run.id)
    if (!rest.some(({ state }) => state === "waiting")) await transitionRun(inside, "expire", { id: run.id })
    wake(inside, cx, run.conversation_id)
  })
}
