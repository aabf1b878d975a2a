import type { Inside, Reading } from "#access/context.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { Schema } from "#storage/schema.ts"
import { type CallTransition, effectsOfCall } from "./lifecycle.ts"

export type CallRow = Schema["assistant_calls"]

export type CallFacts = Partial<
  Pick<CallRow, "level" | "layer" | "why" | "offers" | "plan" | "rehearsal" | "decision" | "decided_by" | "word"> &
    Pick<CallRow, "result" | "summary" | "facts" | "undo" | "undo_refusal">
>

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

/** Undefined where the call is in another state. Only `transitionCall` calls it. */
export async function moveCall(
  cx: Inside,
  name: CallTransition,
  { id, ...facts }: CallFacts & { id: string },
): Promise<CallRow | undefined> {
  const { from, to, stamps = [], clears = [], level, expires, says } = effectsOfCall(name)
  const now = cx.now()
  const columns = {
    ...Object.fromEntries(stamps.map((column) => [column, now])),
    ...Object.fromEntries(clears.map((column) => [column, null])),
    ...(level && { level }),
    ...(expires && { expires_at: now + dayMs }),
    ...(says && { summary: says }),
  }
  return cx.db
    .updateTable("assistant_calls")
    .set({ ...columns, ...facts, state: to, updated_at: now })
    .where("id", "=", id)
    .where("state", "in", from)
    .returningAll()
    .executeTakeFirst()
}

export async function storeCallAnswer(
  cx: Inside,
  { id, ...answer }: Pick<CallRow, "id" | "result" | "summary" | "facts">,
): Promise<boolean> {
  const updated = await cx.db
    .updateTable("assistant_calls")
    .set({ ...answer, updated_at: cx.now() })
    .where("id", "=", id)
    .where("state", "=", "done")
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Takes calls out of their plan, so that each runs alone. Calls that have begun stay in it. */
export async function leavePlan(cx: Inside, ids: readonly string[]): Promise<void> {
  await cx.db
    .updateTable("assistant_calls")
    .set({ plan: null, updated_at: cx.now() })
    .where("id", "in", ids)
    .where("state", "in", ["waiting", "approved", "declined"])
    .execute()
}

export async function listOverdueCalls(cx: Reading, limit: number): Promise<Pick<CallRow, "id" | "run_id">[]> {
  return cx.db
    .selectFrom("assistant_calls")
    .select(["id", "run_id"])
    .where("state", "=", "waiting")
    .where("expires_at", "<=", cx.now())
    .limit(limit)
    .execute()
}
