import type { Context, Member } from "#access/context.ts"
import { type AssistantTool, listReviewedTools, tools } from "../tools/index.ts"

export async function listSettingsTools(cx: Pick<Context, "db" | "now" | "models"> & Member): Promise<AssistantTool[]> {
  return [...tools, ...(await listReviewedTools(cx, cx))]
}

export const showServer = ({ server }: AssistantTool) => server && { name: server.name, host: server.host }

/** Stands for a conversation that has read nothing yet. */
export const noConversation = { conversationId: "", outsiders: [], sources: [] }
