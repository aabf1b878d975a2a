import { sql } from "kysely"
import type { MeasureStep } from "#access/domain-steps.ts"

export const measureConversationBytes: MeasureStep = async ({ db }, workspaceId) => {
  const ofMessages = sql<number | null>`sum(octet_length(parts) + coalesce(octet_length(facts), 0))`
  const ofCalls = sql<number | null>`sum(octet_length(arguments) + octet_length(assistant_calls.facts)
    + coalesce(octet_length(result), 0) + coalesce(octet_length(rehearsal), 0) + coalesce(octet_length(undo), 0))`
  const messages = db
    .selectFrom("conversations")
    .innerJoin("assistant_messages", "assistant_messages.conversation_id", "conversations.id")
    .select(ofMessages.as("bytes"))
    .where("conversations.workspace_id", "=", workspaceId)
  const calls = db
    .selectFrom("conversations")
    .innerJoin("assistant_calls", "assistant_calls.conversation_id", "conversations.id")
    .select(ofCalls.as("bytes"))
    .where("conversations.workspace_id", "=", workspaceId)
  const rows = await messages.unionAll(calls).execute()
  return { conversations: rows.reduce((sum, { bytes }) => sum + Number(bytes ?? 0), 0) }
}
