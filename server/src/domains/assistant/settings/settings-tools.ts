import type { Member } from "#access/caller.ts"
import type { Reading } from "#access/context.ts"
import { type AssistantTool, listReviewedTools, tools } from "../tools/index.ts"

/** Lists all tools that may be set, ours first; of tool servers', those that were reviewed. */
export async function listSettingsTools(cx: Reading & Member): Promise<AssistantTool[]> {
  return [...tools, ...(await listReviewedTools(cx, cx))]
}

/** Whose a tool is, as people read it. */
export const showServer = ({ server }: AssistantTool) => server && { name: server.name, host: server.host }

/** For what holds in a conversation that has read nothing yet. */
export const noConversation = { conversationId: "", outsiders: [], sources: [] }
