import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { notFound } from "#kernel/error.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import {
  conversationId,
  listMessages,
  lockOwnConversation,
  noSuchConversation,
  updateConversation,
  updateMessage,
} from "../conversations/index.ts"
import type { StoredPart } from "../stored.ts"
import { wake } from "../wake.ts"
import { checkQuiet } from "./begin-run.ts"

/** Removes an attached file: no model gets it afterwards. It stays in the drive, and answers keep what they quoted. */
export const takeFileOut = workspaceAction("viewer", "console", {
  input: z.strictObject({ conversationId, messageId: z.string().max(64), fileId: lenientIdInput }),
  output: z.object({}),
  async run(cx, { conversationId, messageId, fileId }) {
    await cx.atomically(async (inside) => {
      if (!(await lockOwnConversation(inside, conversationId))) throw noSuchConversation()
      await checkQuiet(inside, conversationId)
      const message = (await listMessages(inside, conversationId)).find(({ id }) => id === messageId)
      const parts = message?.role === "person" ? (JSON.parse(message.parts) as StoredPart[]) : []
      const isMeant = (part: StoredPart) => part.type === "file" && part.id === fileId
      if (!parts.some(isMeant)) throw noSuchFile()
      const without = parts.map((part) => (isMeant(part) ? { ...part, isRemoved: true } : part))
      await updateMessage(inside, messageId, { parts: JSON.stringify(without) })
      await updateConversation(inside, conversationId, {})
      wake(inside, cx, conversationId)
    })
    return {}
  },
})

const noSuchFile = () => notFound("File not found in this message.", "Reload the page.")
