import { type RawBuilder, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { schemaNumber } from "#contract/docs/doc-format.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Returns undefined when a later JSON is stored already. */
export async function updateDerived(
  cx: Inside,
  docId: string,
  { seq, body }: { seq: number; body: string },
): Promise<{ workspace_id: WorkspaceId; title: string } | undefined> {
  const last = await cx.db
    .selectFrom("doc_updates")
    .select(["account_id", "created_at"])
    .where("doc_id", "=", docId)
    .where("seq", "<=", seq)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst()
  return cx.db
    .updateTable("docs")
    .set({
      body,
      indexed_seq: seq,
      ...sizesWith(sql.val(body)),
      ...(last && { saved_by: last.account_id, updated_at: last.created_at }),
    })
    .where("id", "=", docId)
    .where("indexed_seq", "<", seq)
    .where("schema_number", "<=", schemaNumber)
    .returning(["workspace_id", "title"])
    .executeTakeFirst()
}

/** Stores this release's schema number, and sums up the doc's share of its workspace's storage again. */
export async function measureDoc(cx: Inside, docId: string): Promise<void> {
  await cx.db
    .updateTable("docs")
    .set({ ...sizesWith(sql.ref("body")), schema_number: schemaNumber })
    .where("id", "=", docId)
    .execute()
}

const sizesWith = (body: RawBuilder<unknown>) => ({
  content_bytes: sql<number>`octet_length(${body}) + ${storedBytes}`,
  versions_bytes: sql<number>`coalesce((select sum(octet_length(body)) from doc_versions where doc_id = docs.id), 0)`,
})

const storedBytes = sql<number>`(
  coalesce((select octet_length(bytes) from doc_states where doc_id = docs.id), 0)
  + coalesce((select sum(octet_length(bytes)) from doc_updates where doc_id = docs.id), 0))`

/** The stored size of a doc in bytes, measured without reading the content. */
export async function measureStored(cx: Reading, docId: string): Promise<number> {
  const row = await cx.db.selectFrom("docs").select(storedBytes.as("bytes")).where("id", "=", docId).executeTakeFirst()
  return Number(row?.bytes ?? 0)
}
