import type { Context } from "#access/context.ts"
import { wake } from "../wake.ts"
import { listCalls, listOverdueCalls } from "./call-store.ts"
import { endCall } from "./end-call.ts"
import { findRunMember } from "./run-member.ts"
import { findRun, listDueRuns, moveRun } from "./run-store.ts"

const mostAtOnce = 500

/**
 * Ends cards that nobody answered for a day, with their runs, and wakes those who work on runs for each that nobody
 * works on: its process was killed, or the news of it was lost.
 */
export async function sweepRuns(cx: Context): Promise<void> {
  for (const { id, run_id } of await listOverdueCalls(cx, mostAtOnce)) await expire(cx, { id, run_id })
  for (const { conversation_id } of await listDueRuns(cx, mostAtOnce)) cx.bus.publish("runs", conversation_id)
}

/** Ends a card that waited for too long. A run ends with the last of its cards. */
async function expire(cx: Context, call: { id: string; run_id: string }): Promise<void> {
  await cx.atomically(async (inside) => {
    const run = await findRun(inside, call.run_id)
    if (!run) return
    const { account_id: accountId, workspace_id: workspaceId } = run
    // While a workspace is suspended or in the trash nobody has a role in it, and cards end as well.
    const member = (await findRunMember(inside, run)) ?? { accountId, workspaceId, role: "viewer" as const }
    const set = { state: "expired" as const, summary: "Not done: nobody answered for a day" }
    if (!(await endCall({ ...inside, ...member }, call.id, { from: ["waiting"], set }))) return
    const rest = (await listCalls(inside, run.conversation_id)).filter(({ run_id }) => run_id === run.id)
    if (!rest.some(({ state }) => state === "waiting"))
      await moveRun(inside, run.id, { from: ["waiting"], set: { state: "stopped", lease_until: null } })
    wake(inside, cx, run.conversation_id)
  })
}
