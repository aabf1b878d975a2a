import { type RawBuilder, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { schemaNumber } from "#contract/docs/doc-format.ts"
import { ofDoc, ownRow } from "#storage/own-row.ts"
import type { OneDoc } from "./client-store.ts"

/** Returns undefined when a later JSON is stored already. */
export async function updateDerived(
  cx: Inside,
  doc: OneDoc,
  { seq, body }: { seq: number; body: string },
): Promise<{ title: string } | undefined> {
  const last = await cx.db
    .selectFrom("doc_updates")
    .select(["account_id", "created_at"])
    .where(ofDoc(doc))
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
    .where(ownRow(doc, doc.docId))
    .where("indexed_seq", "<", seq)
    .where("schema_number", "<=", schemaNumber)
    .returning("title")
    .executeTakeFirst()
}

/** Stores this release's schema number, and sums up the doc's share of its workspace's storage again. */
export async function measureDoc(cx: Inside, doc: OneDoc): Promise<void> {
  await cx.db
    .updateTable("docs")
    .set({ ...sizesWith(sql.ref("body")), schema_number: schemaNumber })
    .where(ownRow(doc, doc.docId))
    .execute()
}

const isOfRow = sql`doc_id = docs.id and workspace_id = docs.workspace_id`

const sizesWith = (body: RawBuilder<unknown>) => ({
  content_bytes: sql<number>`octet_length(${body}) + ${storedBytes}`,
  versions_bytes: sql<number>`coalesce((select sum(octet_length(body)) from doc_versions where ${isOfRow}), 0)`,
})

const storedBytes = sql<number>`(
  coalesce((select octet_length(bytes) from doc_states where ${isOfRow}), 0)
  + coalesce((select sum(octet_length(bytes)) from doc_updates where ${isOfRow}), 0))`

/** The stored size of a doc in bytes, measured without reading the content. */
export async function measureStored(cx: Reading, doc: OneDoc): Promise<number> {
  const docs = cx.db.selectFrom("docs").select(storedBytes.as("bytes"))
  const row = await docs.where(ownRow(doc, doc.docId)).executeTakeFirst()
  return Number(row?.bytes ?? 0)
}
