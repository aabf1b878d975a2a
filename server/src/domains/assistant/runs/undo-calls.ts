import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { listCalls, transitionCall } from "../calls/index.ts"
import { conversationId, lockOwnConversation, noSuchConversation } from "../conversations/index.ts"
import { wake } from "../wake.ts"
import { beginRun, checkQuiet } from "./begin-run.ts"

/** Queues the undo of one write or all, newest first. What another member has changed since is left as it is. */
export const undoCalls = workspaceAction("member", "console", {
  input: z.strictObject({
    conversationId,
    callId: z.string().max(64).optional().describe("Default: every call of the conversation."),
  }),
  output: z.object({ count: z.int().describe("The number of calls being undone.") }),
  async run(cx, { conversationId, callId }) {
    return cx.atomically(async (inside) => {
      if (!(await lockOwnConversation(inside, conversationId))) throw noSuchConversation()
      await checkQuiet(inside, conversationId)
      const calls = (await listCalls(inside, conversationId)).filter(
        (call) => call.state === "done" && call.undo !== null && (callId === undefined || call.id === callId),
      )
      if (calls.length === 0) throw nothingToUndo()
      for (const { id } of calls) await transitionCall(inside, "startUndo", { id })
      await beginRun(inside, { conversation_id: conversationId, kind: "undo" })
      wake(inside, cx, conversationId)
      return { count: calls.length }
    })
  },
})

const nothingToUndo = () => conflict("Nothing to undo.", "Reload the page.")
