import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conversationId, noSuchConversation } from "./conversation-input.ts"
import { findMark } from "./conversation-store.ts"

/** Checks that the caller owns a conversation. The mark in the answer differs after any change in it. */
export const followConversation = workspaceAction("viewer", "console", {
  input: z.strictObject({ id: conversationId }),
  output: z.object({ mark: z.string() }),
  async run(cx, { id }) {
    const mark = await findMark(cx, id)
    if (mark === undefined) throw noSuchConversation()
    return { mark }
  },
})
