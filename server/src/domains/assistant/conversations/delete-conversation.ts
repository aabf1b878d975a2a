import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { wake } from "../wake.ts"
import { conversationId, noSuchConversation } from "./conversation-input.ts"
import { deleteOwnConversation } from "./conversation-store.ts"

/**
 * Deletes a conversation of the caller's for good, with what waits in it. What was done stays done, and its lines stay
 * in the workspace's record, without their text.
 */
export const deleteConversation = workspaceAction({
  scope: "console",
  role: "viewer",
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
