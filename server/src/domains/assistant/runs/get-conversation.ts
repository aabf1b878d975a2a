import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { ShownConversation } from "#contract/shown.ts"
import { conversationId, findOwnConversation, noSuchConversation } from "../conversations/index.ts"
import { showConversation } from "./show-conversation.ts"

/** Reads a conversation of the caller for its page. No role gives access to another member's conversation. */
export const getConversation = workspaceAction("viewer", "console", {
  input: z.strictObject({ id: conversationId }),
  output: z.looseObject({ id: z.string() }) as unknown as z.ZodType<ShownConversation, ShownConversation>,
  async run(cx, { id }) {
    const conversation = await findOwnConversation(cx, id)
    if (!conversation) throw noSuchConversation()
    return showConversation(cx, conversation)
  },
})
