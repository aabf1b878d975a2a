import { type Selectable, sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { toSearchText } from "#kernel/text/search-text.ts"
import { latestFirst } from "#storage/in-order.ts"
import { isPostgres } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { hasSearch } from "#storage/search-index.ts"

export type ConversationRow = Selectable<Schema["conversations"]>
export type MessageRow = Schema["assistant_messages"]

export async function findOwnConversation(cx: Reading & Member, id: string): Promise<ConversationRow | undefined> {
  return ownConversation(cx, id).executeTakeFirst()
}

/** Finds and locks a conversation of the member until the transaction ends: posts to it run one by one. */
export async function lockOwnConversation(cx: Inside & Member, id: string): Promise<ConversationRow | undefined> {
  return ownConversation(cx, id)
    .$if(isPostgres(cx.db), (query) => query.forUpdate())
    .executeTakeFirst()
}

const ownConversation = ({ db, accountId, workspaceId }: Reading & Member, id: string) =>
  db
    .selectFrom("conversations")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("workspace_id", "=", workspaceId)

/** Finds a conversation by its id, for the run that works on it. Does not check who owns it. */
export async function findConversation(cx: Reading, id: string): Promise<ConversationRow | undefined> {
  return cx.db.selectFrom("conversations").selectAll().where("id", "=", id).executeTakeFirst()
}

/** Finds and locks a conversation until the transaction ends, so that a run can add to the lists stored in it. */
export async function lockAndReadConversation(cx: Inside, id: string): Promise<ConversationRow | undefined> {
  return cx.db
    .selectFrom("conversations")
    .selectAll()
    .where("id", "=", id)
    .$if(isPostgres(cx.db), (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function lockConversation(cx: Inside, id: string): Promise<boolean> {
  const row = cx.db
    .selectFrom("conversations")
    .select("id")
    .where("id", "=", id)
    .$if(isPostgres(cx.db), (query) => query.forUpdate())
  return (await row.executeTakeFirst()) !== undefined
}

/** The member's own conversations with the state of their open run, latest change first. */
export async function listOwnConversations(cx: Reading & Member, { query, ...part }: ListPart & { query: string }) {
  return cx.db
    .selectFrom("conversations")
    .leftJoin("assistant_runs as run", (join) =>
      join
        .onRef("run.conversation_id", "=", "conversations.id")
        .on("run.state", "in", ["queued", "running", "waiting"]),
    )
    .select(["conversations.id", "conversations.title", "conversations.updated_at", "run.state", "run.stop_asked_at"])
    .where("conversations.account_id", "=", cx.accountId)
    .where("conversations.workspace_id", "=", cx.workspaceId)
    .where(hasSearch(sql`conversations.search_title`, query))
    .$call(latestFirst("conversations.updated_at", part))
    .execute()
}

export async function insertConversation(cx: Inside & Member, row: { id: string; title: string }): Promise<void> {
  const now = cx.now()
  await cx.db
    .insertInto("conversations")
    .values({
      ...row,
      search_title: toSearchText(row.title),
      account_id: cx.accountId,
      workspace_id: cx.workspaceId,
      head_id: null,
      outsiders: "[]",
      sources: "[]",
      seen: "[]",
      handles_sealed: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Changes a conversation. Every change moves it to the top of the list. */
export async function updateConversation(
  cx: Inside,
  id: string,
  set: Partial<Omit<ConversationRow, "id" | "workspace_id" | "account_id" | "search_title" | "created_at">>,
): Promise<void> {
  await cx.db
    .updateTable("conversations")
    .set({
      ...set,
      ...(set.title !== undefined && { search_title: toSearchText(set.title) }),
      updated_at: cx.now(),
    })
    .where("id", "=", id)
    .execute()
}

export async function deleteOwnConversation(cx: Inside & Member, id: string): Promise<boolean> {
  const deleted = await cx.db
    .deleteFrom("conversations")
    .where("id", "=", id)
    .where("account_id", "=", cx.accountId)
    .where("workspace_id", "=", cx.workspaceId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function listMessages(cx: Reading, conversationId: string): Promise<MessageRow[]> {
  return cx.db
    .selectFrom("assistant_messages")
    .selectAll()
    .where("conversation_id", "=", conversationId)
    .orderBy("created_at")
    .orderBy("id")
    .execute()
}

/** A text that differs after every change of the conversation, except a second one within the same millisecond. */
export async function findMark(cx: Reading & Member, id: string): Promise<string | undefined> {
  // Sums instead of latest times, because the clocks of processes differ.
  const sum = sql<string | null>`cast(sum(updated_at) as text)`
  const marks = ownConversation(cx, id)
    .clearSelect()
    .select((row) => [
      "updated_at",
      row.selectFrom("assistant_runs").select(sum.as("sum")).where("conversation_id", "=", id).as("runs"),
      row.selectFrom("assistant_calls").select(sum.as("sum")).where("conversation_id", "=", id).as("calls"),
    ])
  const found = await marks.executeTakeFirst()
  return found && `${found.updated_at} ${found.runs} ${found.calls}`
}

/** The size of a conversation in bytes: its messages, and the arguments and results of its calls. */
export async function measureConversation(cx: Reading, conversationId: string): Promise<number> {
  const messages = cx.db
    .selectFrom("assistant_messages")
    .select(sql<number>`sum(octet_length(parts))`.as("length"))
    .where("conversation_id", "=", conversationId)
  const calls = cx.db
    .selectFrom("assistant_calls")
    .select(sql<number>`sum(octet_length(arguments) + coalesce(octet_length(result), 0))`.as("length"))
    .where("conversation_id", "=", conversationId)
  const rows = await messages.unionAll(calls).execute()
  return rows.reduce((sum, { length }) => sum + Number(length ?? 0), 0)
}

export async function insertMessage(cx: Inside, row: Omit<MessageRow, "created_at">): Promise<void> {
  await cx.db
    .insertInto("assistant_messages")
    .values({ ...row, created_at: cx.now() })
    .execute()
  await updateConversation(cx, row.conversation_id, { head_id: row.id })
}

export async function updateMessage(
  cx: Inside,
  id: string,
  set: Partial<Pick<MessageRow, "parts" | "input_tokens" | "output_tokens">>,
): Promise<void> {
  await cx.db.updateTable("assistant_messages").set(set).where("id", "=", id).execute()
}
