import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { notFound } from "#kernel/error.ts"
import {
  conversationId,
  endOf,
  listMessages,
  lockOwnConversation,
  noSuchConversation,
  updateConversation,
} from "../conversations/index.ts"
import { wake } from "../wake.ts"
import { checkQuiet } from "./begin-run.ts"

/** Shows the newest branch of a conversation that contains a message. */
export const showBranch = workspaceAction("viewer", "console", {
  input: z.strictObject({ conversationId, messageId: z.string().max(64) }),
  output: z.object({}),
  async run(cx, { conversationId, messageId }) {
    await cx.atomically(async (inside) => {
      if (!(await lockOwnConversation(inside, conversationId))) throw noSuchConversation()
      await checkQuiet(inside, conversationId)
      const messages = await listMessages(inside, conversationId)
      if (!messages.some(({ id }) => id === messageId)) throw noSuchMessage()
      await updateConversation(inside, conversationId, { head_id: endOf(messages, messageId) })
      wake(inside, cx, conversationId)
    })
    return {}
  },
})

const noSuchMessage = () => notFound("Message not found.", "Reload the page.")
