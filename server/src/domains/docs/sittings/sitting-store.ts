import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Schema } from "#storage/schema.ts"
import type { SittingTimes, Written } from "./part-sittings.ts"

export type Versioned = Pick<Schema["docs"], "workspace_id" | "title" | "emoji" | "saved_by" | "updated_at" | "version">

export async function findVersioned(cx: Reading, docId: string): Promise<Versioned | undefined> {
  return cx.db
    .selectFrom("docs")
    .select(["workspace_id", "title", "emoji", "saved_by", "updated_at", "version"])
    .where("id", "=", docId)
    .executeTakeFirst()
}

/** The updates above `after` and up to `upTo`, without their bytes. */
export async function listWritten(
  cx: Reading,
  docId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<Written[]> {
  const rows = await cx.db
    .selectFrom("doc_updates")
    .select(["seq", "account_id", "created_at"])
    .where("doc_id", "=", docId)
    .where("seq", ">", after)
    .where("seq", "<=", upTo)
    .where("broken_at", "is", null)
    .orderBy("seq")
    .execute()
  return rows.map(({ seq, account_id, created_at }) => {
    return { seq: Number(seq), accountId: account_id, at: Number(created_at) }
  })
}

export async function findWriters(cx: Reading, docId: string, version: number): Promise<Map<string, SittingTimes>> {
  const rows = await cx.db
    .selectFrom("doc_writers")
    .select(["account_id", "first_at", "last_at"])
    .where("doc_id", "=", docId)
    .where("version", "=", version)
    .execute()
  return new Map(rows.map((row) => [row.account_id, { first: Number(row.first_at), last: Number(row.last_at) }]))
}

export async function replaceWriters(
  cx: Inside,
  { docId, workspaceId, version }: { docId: string; workspaceId: WorkspaceId; version: number },
  people: ReadonlyMap<string, SittingTimes>,
): Promise<void> {
  await cx.db.deleteFrom("doc_writers").where("doc_id", "=", docId).where("version", "=", version).execute()
  const rows = [...people].map(([account_id, { first, last }]) => {
    return { doc_id: docId, workspace_id: workspaceId, version, account_id, first_at: first, last_at: last }
  })
  if (rows.length > 0) await cx.db.insertInto("doc_writers").values(rows).execute()
}

export const keptVersions = 200

/** Stores a version. Deletes all but the last 200, with their writers. */
export async function insertVersion(cx: Inside, row: Schema["doc_versions"]): Promise<void> {
  await cx.db.insertInto("doc_versions").values(row).execute()
  const tooMany = await cx.db
    .selectFrom("doc_versions")
    .select("version")
    .where("doc_id", "=", row.doc_id)
    .orderBy("version", "desc")
    .offset(keptVersions)
    .limit(1)
    .executeTakeFirst()
  if (!tooMany) return
  for (const table of ["doc_versions", "doc_writers"] as const) {
    await cx.db.deleteFrom(table).where("doc_id", "=", row.doc_id).where("version", "<=", tooMany.version).execute()
  }
}

export async function setVersion(cx: Inside, docId: string, version: number): Promise<void> {
  await cx.db.updateTable("docs").set({ version }).where("id", "=", docId).execute()
}
