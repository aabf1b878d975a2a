import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conversationId, findOwnConversation, noSuchConversation } from "../conversations/index.ts"
import { showEveryMessage } from "./show-conversation.ts"

interface Exported {
  readonly id: string
  readonly title: string
  readonly createdAt: number
  /** The messages of all branches, the oldest first. */
  readonly messages: Awaited<ReturnType<typeof showEveryMessage>>
  readonly outsiders: readonly string[]
}

export const exportConversation = workspaceAction("viewer", "console", {
  input: z.strictObject({ id: conversationId }),
  output: z.looseObject({ id: z.string() }) as unknown as z.ZodType<Exported, Exported>,
  async run(cx, { id }) {
    const conversation = await findOwnConversation(cx, id)
    if (!conversation) throw noSuchConversation()
    const { title, created_at: createdAt } = conversation
    const outsiders = JSON.parse(conversation.outsiders) as string[]
    return { id, title, createdAt, messages: await showEveryMessage(cx, conversation), outsiders }
  },
})
