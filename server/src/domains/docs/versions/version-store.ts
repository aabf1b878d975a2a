import type { Selectable } from "kysely"
import type { Member, Reading } from "#access/context.ts"
import { people } from "#domains/accounts/index.ts"
import { ofDoc } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"

type VersionRow = Selectable<Schema["doc_versions"]>
export type VersionSummary = Pick<VersionRow, "version" | "title" | "emoji" | "saved_by" | "saved_at">

/** Lists a doc's versions, newest first. The caller must have checked access to the doc. */
export function listVersionRows(cx: Reading & Member, docId: string): Promise<VersionSummary[]> {
  return cx.db
    .selectFrom("doc_versions")
    .select(["version", "title", "emoji", "saved_by", "saved_at"])
    .where(ofDoc({ docId, workspaceId: cx.workspaceId }))
    .orderBy("version", "desc")
    .execute()
}

/** Finds one version. The caller must have checked access to the doc. */
export async function findVersionRow(
  cx: Reading & Member,
  docId: string,
  version: number,
): Promise<(VersionSummary & Pick<VersionRow, "body">) | undefined> {
  return cx.db
    .selectFrom("doc_versions")
    .select(["version", "title", "emoji", "saved_by", "saved_at", "body"])
    .where(ofDoc({ docId, workspaceId: cx.workspaceId }))
    .where("version", "=", version)
    .executeTakeFirst()
}

interface WriterRow {
  version: number
  account_id: string
  name: string | null
}

export function listWriterRows(cx: Reading & Member, docId: string): Promise<WriterRow[]> {
  return cx.db
    .selectFrom("doc_writers")
    .innerJoin(people(cx.db), "person.id", "doc_writers.account_id")
    .select(["doc_writers.version", "doc_writers.account_id", "person.name"])
    .where("doc_writers.workspace_id", "=", cx.workspaceId)
    .where("doc_writers.doc_id", "=", docId)
    .orderBy("doc_writers.last_at", "desc")
    .orderBy("doc_writers.account_id")
    .execute()
}

export async function findAuthorNames(cx: Reading, accountIds: readonly string[]): Promise<Map<string, string | null>> {
  if (accountIds.length === 0) return new Map()
  const rows = await cx.db
    .selectFrom(people(cx.db))
    .select(["id", "name"])
    .where("id", "in", [...accountIds])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
