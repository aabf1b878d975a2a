import { sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { newId } from "#kernel/ids.ts"
import { ownRow } from "#storage/own-row.ts"
import { changesRow, findsRow } from "#storage/whether.ts"

export async function insertImport(cx: Inside & Member, file_name: string): Promise<string> {
  const id = newId("import")
  const made = { created_by: cx.accountId, created_at: cx.now(), links: 0, undone_at: null }
  await cx.db
    .insertInto("link_imports")
    .values({ id, workspace_id: cx.workspaceId, file_name, ...made })
    .execute()
  return id
}

/** Counts links that an import made, and locks it. False if it does not exist or was undone. */
export function addToImport(cx: Inside & Member, id: string, links: number): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("link_imports")
      .set((is) => ({ links: is("links", "+", links) }))
      .where(ownRow(cx, id))
      .where("undone_at", "is", null),
  )
}

/** Ends an import: it makes no more links. False if it does not exist. */
export async function endImport(cx: Inside & Member, id: string): Promise<boolean> {
  const ended = cx.db.updateTable("link_imports").set({ undone_at: cx.now() })
  if (await changesRow(ended.where(ownRow(cx, id)).where("undone_at", "is", null))) return true
  return findsRow(cx.db.selectFrom("link_imports").select("id").where(ownRow(cx, id)))
}

/** The latest imports, each with the number of its links outside the trash. */
export function listImportRows(cx: Reading & Member, limit: number) {
  const left = sql<number>`(select count(*) from short_links where short_links.workspace_id = link_imports.workspace_id
    and short_links.import_id = link_imports.id and short_links.deleted_at is null)`
  return cx.db
    .selectFrom("link_imports")
    .select(["id", "file_name", "links", "created_at", left.as("left")])
    .where("workspace_id", "=", cx.workspaceId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute()
}
