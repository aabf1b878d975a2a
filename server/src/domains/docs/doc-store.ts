import { type Selectable, sql } from "kysely"
import type { Member } from "#access/caller.ts"
import type { Inside, Reading } from "#access/context.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { newId } from "#kernel/ids.ts"
import { containsPattern, toSearchText } from "#kernel/search-text.ts"
import { latestFirst } from "#storage/latest-first.ts"
import { ownRow } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

export type DocRow = Selectable<Schema["docs"]>
export type DocSummary = Pick<DocRow, "id" | "title" | "emoji" | "created_at" | "updated_at">
export type DocVersionRow = Selectable<Schema["doc_versions"]>
/** The columns that a save changes. */
export type DocContents = Pick<DocRow, "title" | "emoji" | "body">

const summary = ["id", "title", "emoji", "created_at", "updated_at"] as const

/** Inserts a doc of the member's. */
export async function insertDoc(cx: Inside & Member, contents: DocContents): Promise<DocSummary> {
  const now = cx.now()
  return cx.db
    .insertInto("docs")
    .values({
      id: newId("doc"),
      workspace_id: cx.workspaceId,
      ...contents,
      search_title: toSearchText(contents.title),
      version: 1,
      saved_by: cx.accountId,
      created_by: cx.accountId,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .returning(summary)
    .executeTakeFirstOrThrow()
}

/** Finds docs with `query` in their title, latest change first, one more than `limit`. */
export function searchDocRows(
  cx: Reading & Member,
  { query, ...part }: { query: string } & ListPart,
): Promise<DocSummary[]> {
  return cx.db
    .selectFrom("docs")
    .select(summary)
    .where("workspace_id", "=", cx.workspaceId)
    .where("deleted_at", "is", null)
    .$if(query !== "", (rows) => rows.where(sql<boolean>`search_title like ${containsPattern(query)} escape '\\'`))
    .$call(latestFirst("updated_at", part))
    .execute()
}

/** Docs in the trash, those that went there last first, and one more than `limit`. */
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

/** A doc of this workspace that is not in the trash, or undefined. */
export async function findDoc(cx: Reading & Member, id: string): Promise<DocRow | undefined> {
  return cx.db.selectFrom("docs").selectAll().where(ownRow(cx, id)).where("deleted_at", "is", null).executeTakeFirst()
}

/** Saves the next version over `doc`. Undefined when somebody else has saved since it was read. */
export async function writeDoc(cx: Inside & Member, doc: DocRow, contents: DocContents): Promise<DocRow | undefined> {
  return cx.db
    .updateTable("docs")
    .set({
      ...contents,
      search_title: toSearchText(contents.title),
      version: doc.version + 1,
      saved_by: cx.accountId,
      updated_at: cx.now(),
    })
    .where("id", "=", doc.id)
    .where("version", "=", doc.version)
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst()
}

/** How many earlier versions of a doc are kept. */
export const keptVersions = 200

/** Stores a doc's present content as an earlier version. Deletes all but the last 200. */
export async function insertDocVersion(cx: Inside, doc: DocRow): Promise<void> {
  const { id, version, title, emoji, body, saved_by, updated_at } = doc
  await cx.db
    .insertInto("doc_versions")
    .values({ doc_id: id, version, title, emoji, body, saved_by, saved_at: updated_at })
    .execute()
  await cx.db
    .deleteFrom("doc_versions")
    .where("doc_id", "=", id)
    .where("version", "<=", ({ selectFrom }) =>
      selectFrom("doc_versions as kept")
        .select("kept.version")
        .where("kept.doc_id", "=", id)
        .orderBy("kept.version", "desc")
        .offset(keptVersions)
        .limit(1),
    )
    .execute()
}

/** Lists the stored versions of a doc that the caller has found, newest first, without their bodies. */
export function listVersionRows(
  cx: Reading,
  docId: string,
  { limit, before }: { limit: number; before: number },
): Promise<Omit<DocVersionRow, "body">[]> {
  return cx.db
    .selectFrom("doc_versions")
    .select(["doc_id", "version", "title", "emoji", "saved_by", "saved_at"])
    .where("doc_id", "=", docId)
    .where("version", "<", before)
    .orderBy("version", "desc")
    .limit(limit)
    .execute()
}

/** One version of a doc that the caller has found. */
export async function findDocVersion(cx: Reading, docId: string, version: number): Promise<DocVersionRow | undefined> {
  return cx.db
    .selectFrom("doc_versions")
    .selectAll()
    .where("doc_id", "=", docId)
    .where("version", "=", version)
    .executeTakeFirst()
}

/** Puts a doc into the trash; false when there is no such doc. */
export async function trashDocRow(cx: Inside & Member, id: string): Promise<boolean> {
  return changesRow(
    cx.db.updateTable("docs").set({ deleted_at: cx.now() }).where(ownRow(cx, id)).where("deleted_at", "is", null),
  )
}

/** Takes a doc out of the trash; undefined when it is not there. */
export async function restoreDocRow(cx: Inside & Member, id: string): Promise<DocSummary | undefined> {
  return cx.db
    .updateTable("docs")
    .set({ deleted_at: null })
    .where(ownRow(cx, id))
    .where("deleted_at", "is not", null)
    .returning(summary)
    .executeTakeFirst()
}
