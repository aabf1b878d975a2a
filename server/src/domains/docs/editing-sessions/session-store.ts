import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { ofDoc, ownRow } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import type { SessionTimes, Written } from "./part-sessions.ts"

export interface DocKey {
  readonly docId: string
  readonly workspaceId: WorkspaceId
}

export type Versioned = Pick<Schema["docs"], "title" | "emoji" | "saved_by" | "updated_at" | "version">

export async function findVersioned(cx: Reading, doc: DocKey): Promise<Versioned | undefined> {
  return cx.db
    .selectFrom("docs")
    .select(["title", "emoji", "saved_by", "updated_at", "version"])
    .where(ownRow(doc, doc.docId))
    .executeTakeFirst()
}

/** The updates above `after` and up to `upTo`, without their bytes. */
export async function listWritten(
  cx: Reading,
  doc: DocKey,
  { after, upTo }: { after: number; upTo: number },
): Promise<Written[]> {
  const rows = await cx.db
    .selectFrom("doc_updates")
    .select(["seq", "account_id", "created_at"])
    .where(ofDoc(doc))
    .where("seq", ">", after)
    .where("seq", "<=", upTo)
    .where("broken_at", "is", null)
    .orderBy("seq")
    .execute()
  return rows.map(({ seq, account_id, created_at }) => {
    return { seq: Number(seq), accountId: account_id, at: Number(created_at) }
  })
}

export async function findWriters(cx: Reading, doc: DocKey, version: number): Promise<Map<string, SessionTimes>> {
  const rows = await cx.db
    .selectFrom("doc_writers")
    .select(["account_id", "first_at", "last_at"])
    .where(ofDoc(doc))
    .where("version", "=", version)
    .execute()
  return new Map(rows.map((row) => [row.account_id, { first: Number(row.first_at), last: Number(row.last_at) }]))
}

export async function replaceWriters(
  cx: Inside,
  { version, ...doc }: DocKey & { version: number },
  people: ReadonlyMap<string, SessionTimes>,
): Promise<void> {
  await cx.db.deleteFrom("doc_writers").where(ofDoc(doc)).where("version", "=", version).execute()
  const rows = [...people].map(([account_id, { first, last }]) => {
    return { doc_id: doc.docId, workspace_id: doc.workspaceId, version, account_id, first_at: first, last_at: last }
  })
  if (rows.length > 0) await cx.db.insertInto("doc_writers").values(rows).execute()
}

export const storedVersions = 200

/** Stores a version. Deletes all but the last 200, with their writers. */
export async function insertVersion(cx: Inside, row: Schema["doc_versions"]): Promise<void> {
  await cx.db.insertInto("doc_versions").values(row).execute()
  const doc = { docId: row.doc_id, workspaceId: row.workspace_id }
  const tooMany = await cx.db
    .selectFrom("doc_versions")
    .select("version")
    .where(ofDoc(doc))
    .orderBy("version", "desc")
    .offset(storedVersions)
    .limit(1)
    .executeTakeFirst()
  if (!tooMany) return
  for (const table of ["doc_versions", "doc_writers"] as const) {
    await cx.db.deleteFrom(table).where(ofDoc(doc)).where("version", "<=", tooMany.version).execute()
  }
}

export async function setVersion(cx: Inside, doc: DocKey, version: number): Promise<void> {
  await cx.db.updateTable("docs").set({ version }).where(ownRow(doc, doc.docId)).execute()
}
