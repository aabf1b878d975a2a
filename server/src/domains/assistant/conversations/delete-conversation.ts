import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { wake } from "../wake.ts"
import { conversationId, noSuchConversation } from "./conversation-input.ts"
import { deleteOwnConversation } from "./conversation-store.ts"

/** Deletes a conversation for good. Finished writes stay, and so do their lines in the workspace's record. */
export const deleteConversation = workspaceAction("viewer", "console", {
  input: z.strictObject({ id: conversationId }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    return cx.atomically(async (inside) => {
      if (!(await deleteOwnConversation(inside, id))) throw noSuchConversation()
      wake(inside, cx, id)
      return { id }
    })
  },
})
