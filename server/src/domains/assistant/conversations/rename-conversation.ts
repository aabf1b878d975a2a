import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { wake } from "../wake.ts"
import { conversationId, conversationTitle, noSuchConversation } from "./conversation-input.ts"
import { findOwnConversation, updateConversation } from "./conversation-store.ts"

export const renameConversation = workspaceAction("viewer", "console", {
  input: z.strictObject({ id: conversationId, title: conversationTitle }),
  output: z.object({ title: z.string() }),
  async run(cx, { id, title }) {
    return cx.atomically(async (inside) => {
      if (!(await findOwnConversation(inside, id))) throw noSuchConversation()
      await updateConversation(inside, id, { title })
      wake(inside, cx, id)
      return { title }
    })
  },
})
