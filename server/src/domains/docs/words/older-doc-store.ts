import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"

/** Lists docs without updates whose words were never read, the oldest change first. */
export async function listUnread(cx: Reading, limit: number): Promise<string[]> {
  const rows = await cx.db
    .selectFrom("docs")
    .select("id")
    .where(sql<boolean>`indexed_seq < content_seq`) // as the index has it
    .where("content_seq", "=", 0)
    .orderBy("updated_at")
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks a doc that has no updates as read, and answers it; undefined when somebody else has, or it has updates now. */
export async function takeUnread(
  cx: Inside,
  id: string,
): Promise<Pick<Schema["docs"], "workspace_id" | "title" | "body"> | undefined> {
  return cx.db
    .updateTable("docs")
    .set({ indexed_seq: 0 })
    .where("id", "=", id)
    .where("indexed_seq", "<", 0)
    .where("content_seq", "=", 0)
    .returning(["workspace_id", "title", "body"])
    .executeTakeFirst()
}
