import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conversationId, noSuchConversation } from "./conversation-input.ts"
import { findMark } from "./conversation-store.ts"

/** Lets the caller follow a conversation of theirs. Its mark is another one once anything in it has changed. */
export const followConversation = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.strictObject({ id: conversationId }),
  output: z.object({ mark: z.string() }),
  async run(cx, { id }) {
    const mark = await findMark(cx, id)
    if (mark === undefined) throw noSuchConversation()
    return { mark }
  },
})
