import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside } from "#access/context.ts"
import { conversationId, holdOwnConversation, noSuchConversation } from "../conversations/index.ts"
import { wake } from "../wake.ts"
import { listCalls, moveCall } from "./call-store.ts"
import { declineWaiting } from "./decline-waiting.ts"
import { findOpenRun, moveRun, type RunRow } from "./run-store.ts"

/** Stops what goes on in a conversation. What waits is declined; a write that is being carried out is finished. */
export const stopRun = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.strictObject({ conversationId }),
  output: z.object({}),
  async run(cx, { conversationId }) {
    return cx.atomically(async (inside) => {
      if (!(await holdOwnConversation(inside, conversationId))) throw noSuchConversation()
      const run = await findOpenRun(inside, conversationId)
      if (run?.state === "running")
        await moveRun(inside, run.id, { from: ["running"], set: { stop_asked_at: cx.now() } })
      else if (run?.kind === "undo") await keepAll(inside, run)
      else if (run) await declineWaiting(inside, run, "no")
      wake(inside, cx, conversationId)
      return {}
    })
  },
})

/** Leaves what was to be taken back as it is: it can be taken back later. */
async function keepAll(cx: Inside, run: RunRow): Promise<void> {
  for (const { id } of await listCalls(cx, run.conversation_id))
    await moveCall(cx, id, { from: ["undoing"], set: { state: "done" } })
  await moveRun(cx, run.id, { from: ["queued"], set: { state: "stopped", lease_until: null } })
}
