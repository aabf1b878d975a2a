import { type Selectable, sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { retain } from "#access/retention-store.ts"
import { schemaNumber } from "#contract/docs/doc-format.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { newId } from "#kernel/ids.ts"
import { toSearchText } from "#kernel/text/search-text.ts"
import { dayMs } from "#kernel/time/units.ts"
import { emptiesSome } from "#storage/delete-rows.ts"
import { latestFirst } from "#storage/in-order.ts"
import { ownRow } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { hasSearch } from "#storage/search-index.ts"
import { changesRow } from "#storage/whether.ts"
import { isNewer, newerDoc } from "./newer-doc.ts"
import { indexDoc, textOfBody } from "./words/index.ts"

export type DocRow = Selectable<Schema["docs"]>
export type DocSummary = Pick<DocRow, "id" | "title" | "emoji" | "created_at" | "updated_at">
export type DocContents = Pick<DocRow, "title" | "emoji" | "body">

const summary = ["id", "title", "emoji", "created_at", "updated_at"] as const

const searchTextOf = ({ title, emoji }: Pick<DocRow, "title" | "emoji">) => toSearchText(`${title} ${emoji ?? ""}`)

export async function insertDoc(cx: Inside & Member, contents: DocContents): Promise<DocSummary> {
  const now = cx.now()
  const doc = await cx.db
    .insertInto("docs")
    .values({
      id: newId("doc"),
      workspace_id: cx.workspaceId,
      ...contents,
      search_title: searchTextOf(contents),
      version: 1,
      indexed_seq: 0,
      saved_by: cx.accountId,
      created_by: cx.accountId,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      schema_number: schemaNumber,
      content_bytes: Buffer.byteLength(contents.body),
    })
    .returning(summary)
    .executeTakeFirstOrThrow()
  const { title, body } = contents
  await indexDoc(cx, { docId: doc.id, workspaceId: cx.workspaceId, title, text: textOfBody(body) })
  return doc
}

/** Finds docs with `query` in their title or emoji, latest change first, one more than `limit`. */
export function searchDocRows(
  cx: Reading & Member,
  { query, ...part }: { query: string } & ListPart,
): Promise<DocSummary[]> {
  return cx.db
    .selectFrom("docs")
    .select(summary)
    .where("workspace_id", "=", cx.workspaceId)
    .where("deleted_at", "is", null)
    .where(hasSearch(sql`search_title`, query))
    .$call(latestFirst("updated_at", part))
    .execute()
}

/** Docs in the trash, latest removal first, one more than `limit`. */
export function listTrashedDocRows(
  cx: Reading & Member,
  part: ListPart,
): Promise<Pick<DocRow, "id" | "title" | "emoji" | "deleted_at">[]> {
  return cx.db
    .selectFrom("docs")
    .select(["id", "title", "emoji", "deleted_at"])
    .where("workspace_id", "=", cx.workspaceId)
    .where("deleted_at", "is not", null)
    .$call(latestFirst("deleted_at", part))
    .execute()
}

/** A doc of this workspace outside the trash. @throws ServiceError `conflict` where a newer release wrote it. */
export async function findDoc(cx: Reading & Member, id: string): Promise<DocRow | undefined> {
  const doc = await cx.db
    .selectFrom("docs")
    .selectAll()
    .where(ownRow(cx, id))
    .where("deleted_at", "is", null)
    .executeTakeFirst()
  if (doc && isNewer(doc)) throw newerDoc()
  return doc
}

const head = [
  ...summary,
  "version",
  "saved_by",
  "deleted_at",
  "public_key",
  "public_since",
  "public_indexed_at",
] as const

/** A doc of this workspace, in the trash or not, without its text. */
export async function findDocHead(
  cx: Reading & Member,
  id: string,
): Promise<Pick<DocRow, (typeof head)[number]> | undefined> {
  return cx.db.selectFrom("docs").select(head).where(ownRow(cx, id)).executeTakeFirst()
}

export async function renameDocRow(
  cx: Inside & Member,
  id: string,
  { title, emoji }: Pick<DocContents, "title" | "emoji">,
): Promise<boolean> {
  const doc = await cx.db
    .updateTable("docs")
    .set({ title, emoji, search_title: searchTextOf({ title, emoji }), updated_at: cx.now() })
    .where(ownRow(cx, id))
    .where("deleted_at", "is", null)
    .returning("body")
    .executeTakeFirst()
  if (!doc) return false
  await indexDoc(cx, { docId: id, workspaceId: cx.workspaceId, title, text: textOfBody(doc.body) })
  return true
}

export async function trashDocRow(cx: Inside & Member, id: string): Promise<boolean> {
  return changesRow(
    cx.db.updateTable("docs").set({ deleted_at: cx.now() }).where(ownRow(cx, id)).where("deleted_at", "is", null),
  )
}

export async function restoreDocRow(cx: Inside & Member, id: string): Promise<DocSummary | undefined> {
  return cx.db
    .updateTable("docs")
    .set({ deleted_at: null })
    .where(ownRow(cx, id))
    .where("deleted_at", "is not", null)
    .returning(summary)
    .executeTakeFirst()
}

export const emptyDocs = [emptiesSome("docs")]

export const docRetention = [
  retain(
    { table: "docs", keys: ["id"], time: "deleted_at" },
    { ms: 30 * dayMs, shownAs: "docs", note: "with its versions" },
  ),
]
