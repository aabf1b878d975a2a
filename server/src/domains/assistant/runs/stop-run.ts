import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { listCalls, transitionCall } from "../calls/index.ts"
import { conversationId, lockOwnConversation, noSuchConversation } from "../conversations/index.ts"
import { wake } from "../wake.ts"
import { declineWaiting } from "./decline-waiting.ts"
import { askToStop, lockOpenRun, type RunRow } from "./run-store.ts"
import { transitionRun } from "./transition-run.ts"

/** Stops the open run of a conversation. Waiting calls are declined; a write that has begun is finished. */
export const stopRun = workspaceAction("viewer", "console", {
  input: z.strictObject({ conversationId }),
  output: z.object({}),
  async run(cx, { conversationId }) {
    return cx.atomically(async (inside) => {
      if (!(await lockOwnConversation(inside, conversationId))) throw noSuchConversation()
      const run = await lockOpenRun(inside, conversationId)
      if (run?.state === "running") await askToStop(inside, run.id)
      else if (run?.kind === "undo") await keepAll(inside, run)
      else if (run) await declineWaiting(inside, run, "no")
      wake(inside, cx, conversationId)
      return {}
    })
  },
})

/** Cancels a queued undo. The writes stay and can be undone later. */
async function keepAll(cx: Inside & Member, run: RunRow): Promise<void> {
  for (const { id } of await listCalls(cx, run.conversation_id)) await transitionCall(cx, "keep", { id })
  await transitionRun(cx, "withdraw", { id: run.id })
}
