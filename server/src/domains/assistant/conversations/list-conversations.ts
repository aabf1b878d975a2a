import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { byLastChange, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { listOwnConversations } from "./conversation-store.ts"
import { runState, shownState } from "./run-state.ts"

const pages = listOf("conversations", byLastChange)

/** Lists the caller's own conversations with the assistant, latest change first. Other members do not see them. */
export const listConversations = workspaceAction("viewer", "console", {
  input: z.strictObject({
    query: z
      .string()
      .max(200)
      .default("")
      .describe("Only those with these words, or parts of words, in their title, in any order."),
    ...listInput(30),
  }),
  output: listOutput(
    z.object({
      id: z.string(),
      title: z.string(),
      updatedAt: z.int(),
      state: runState.nullable().describe("The running turn's state; null if none runs."),
    }),
  ),
  async run(cx, { query, ...asked }) {
    cx.models.prepare?.() // the caller may ask a question next
    const page = await pages.find(asked, (part) => listOwnConversations(cx, { ...part, query }))
    const items = page.items.map(({ id, title, updated_at, ...run }) => ({
      id,
      title,
      updatedAt: updated_at,
      state: shownState(run),
    }))
    return { ...page, items }
  },
})
