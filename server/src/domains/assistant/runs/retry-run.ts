import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { conversationId, listMessages, lockOwnConversation, noSuchConversation } from "../conversations/index.ts"
import { checkModel } from "../model-of.ts"
import { findSettings } from "../permissions/index.ts"
import { wake } from "../wake.ts"
import { beginRun } from "./begin-run.ts"
import { findOpenRun } from "./run-store.ts"

/** Queues a run that continues an answer which failed, was cut off or stopped. */
export const retryRun = workspaceAction("viewer", "console", {
  input: z.strictObject({ conversationId }),
  output: z.object({}),
  async run(cx, { conversationId }) {
    checkModel(cx, await findSettings(cx, cx.workspaceId))
    return cx.atomically(async (inside) => {
      if (!(await lockOwnConversation(inside, conversationId))) throw noSuchConversation()
      const messages = await listMessages(inside, conversationId)
      if (messages.length === 0 || (await findOpenRun(inside, conversationId))) throw nothingToRetry()
      await beginRun(inside, { conversation_id: conversationId, kind: "answer" })
      wake(inside, cx, conversationId)
      return {}
    })
  },
})

const nothingToRetry = () => conflict("Nothing to try again.", "Wait for the assistant to finish.")
