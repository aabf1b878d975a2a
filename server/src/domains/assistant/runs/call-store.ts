import type { Inside, Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"

export type CallRow = Schema["assistant_calls"]
export type CallState = CallRow["state"]

/** All calls of a conversation, in the order in which they were proposed. */
export async function listCalls(cx: Reading, conversationId: string): Promise<CallRow[]> {
  return cx.db
    .selectFrom("assistant_calls")
    .selectAll()
    .where("conversation_id", "=", conversationId)
    .orderBy("created_at")
    .orderBy("message_id")
    .orderBy("position")
    .execute()
}

export async function insertCall(cx: Inside, row: CallRow): Promise<void> {
  await cx.db.insertInto("assistant_calls").values(row).execute()
}

/** Moves a call on from one of the states that it may be in; undefined when it is in none of them. */
export async function moveCall(
  cx: Inside,
  id: string,
  { from, set }: { from: readonly CallState[]; set: Partial<Omit<CallRow, "id" | "conversation_id" | "run_id">> },
): Promise<CallRow | undefined> {
  return cx.db
    .updateTable("assistant_calls")
    .set({ ...set, updated_at: cx.now() })
    .where("id", "=", id)
    .where("state", "in", from)
    .returningAll()
    .executeTakeFirst()
}

/** Cards that have waited for their person for too long. */
export async function listOverdueCalls(cx: Reading, limit: number): Promise<Pick<CallRow, "id" | "run_id">[]> {
  return cx.db
    .selectFrom("assistant_calls")
    .select(["id", "run_id"])
    .where("state", "=", "waiting")
    .where("expires_at", "<=", cx.now())
    .limit(limit)
    .execute()
}
