import { type RawBuilder, type Selectable, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { ownRow, ownRowsIn } from "#storage/own-row.ts"
import { isPostgres } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"

export type FolderRow = Selectable<Schema["folders"]>

interface Own {
  readonly workspaceId: WorkspaceId
}

type NewFolderRow = Pick<FolderRow, "id" | "workspace_id" | "parent_id" | "name" | "created_by"> & {
  upload_link_id?: string | null
}

/** Inserts a folder. Undefined when its parent already has one with that name. */
export async function insertFolder(
  cx: Inside,
  { upload_link_id = null, ...row }: NewFolderRow,
): Promise<FolderRow | undefined> {
  const now = cx.now()
  return cx.db
    .insertInto("folders")
    .values({ ...row, upload_link_id, created_at: now, updated_at: now, deleted_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Finds a folder of this workspace outside the trash. */
export async function findFolder(cx: Reading, workspaceId: WorkspaceId, id: string): Promise<FolderRow | undefined> {
  return folderById(cx, workspaceId, id).executeTakeFirst()
}

/** The same, and locks the folder until the transaction ends. */
export async function lockFolder(cx: Inside, workspaceId: WorkspaceId, id: string): Promise<FolderRow | undefined> {
  return folderById(cx, workspaceId, id)
    .$if(isPostgres(cx.db), (query) => query.forShare())
    .executeTakeFirst()
}

function folderById(cx: Reading, workspaceId: WorkspaceId, id: string) {
  return cx.db.selectFrom("folders").selectAll().where(ownRow({ workspaceId }, id)).where("deleted_at", "is", null)
}

/** Lists the folders with these ids in this workspace, including trashed ones. */
export function listFoldersById(cx: Reading, workspaceId: WorkspaceId, ids: readonly string[]): Promise<FolderRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return cx.db.selectFrom("folders").selectAll().where(ownRowsIn({ workspaceId }, ids)).execute()
}

/** Lists the folders directly in `parentId`, or at the top, by name. */
export function listSubfolders(
  cx: Reading,
  workspaceId: WorkspaceId,
  { parentId, name, limit }: { parentId: string | null; name?: string; limit: number },
): Promise<FolderRow[]> {
  return cx.db
    .selectFrom("folders")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("parent_id", parentId === null ? "is" : "=", parentId)
    .where("deleted_at", "is", null)
    .$if(name !== undefined, (query) => query.where("name", "=", name ?? ""))
    .orderBy("name")
    .limit(limit)
    .execute()
}

/** Lists all folders of a workspace, which has at most `maxFolders`. */
export function listFolderRows(cx: Reading, workspaceId: WorkspaceId): Promise<FolderRow[]> {
  return cx.db
    .selectFrom("folders")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("deleted_at", "is", null)
    .orderBy("name")
    .execute()
}

export async function countFolders(cx: Reading, workspaceId: WorkspaceId): Promise<number> {
  const row = await cx.db
    .selectFrom("folders")
    .select((folders) => folders.fn.countAll<number | string>().as("count"))
    .where("workspace_id", "=", workspaceId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Changes a folder's name, its parent, or both. The caller has locked the tree and checked that the name is free. */
export async function updateFolder(
  cx: Inside & Own,
  id: string,
  values: Partial<Pick<FolderRow, "name" | "parent_id" | "deleted_at">>,
): Promise<void> {
  await cx.db
    .updateTable("folders")
    .set({ ...values, updated_at: cx.now() })
    .where(ownRow(cx, id))
    .execute()
}

/** Moves folders and their files to the trash, or restores those that were trashed together. */
export async function moveSubtree(
  cx: Inside & Own,
  ids: readonly string[],
  { from, to }: { from: number | null; to: number | null },
): Promise<void> {
  const operator = from === null ? "is" : "="
  await cx.db
    .updateTable("folders")
    .set({ deleted_at: to })
    .where("workspace_id", "=", cx.workspaceId)
    .where("id", "in", [...ids])
    .where("deleted_at", operator, from)
    .execute()
  await cx.db
    .updateTable("files")
    .set({ deleted_at: to })
    .where("workspace_id", "=", cx.workspaceId)
    .where("folder_id", "in", [...ids])
    .where("deleted_at", operator, from)
    .execute()
}

/** Lists the ids of a folder and all folders in it that are outside the trash, or were trashed at `deletedAt`. */
export async function listSubtree(cx: Reading & Own, id: string, deletedAt: number | null): Promise<string[]> {
  const { rows } = await subtree(cx, id, deletedAt).execute(cx.db)
  return rows.map((row) => row.id)
}

/** The query for the ids of a folder and all folders in it. Its `union` makes it end even if the rows form a cycle. */
export function subtree({ workspaceId }: Own, id: string, deletedAt: number | null): RawBuilder<{ id: string }> {
  const state = deletedAt === null ? sql`deleted_at is null` : sql`deleted_at = ${deletedAt}`
  return sql`with recursive inside(id) as (
    select id from folders where id = ${id} and workspace_id = ${workspaceId} and ${state}
    union
    select folders.id from folders join inside on folders.parent_id = inside.id
    where folders.workspace_id = ${workspaceId} and folders.${state}
  ) select id from inside`
}

/** Deletes empty folders that were trashed until `trashedUntil`. */
export async function removeTrashedFolders(cx: Inside, trashedUntil: number, limit: number): Promise<number> {
  const empty = cx.db
    .selectFrom("folders")
    .select("folders.id")
    .where("folders.deleted_at", "<=", trashedUntil)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("files").select("files.id").whereRef("files.folder_id", "=", "folders.id"))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("folders as inner").select("inner.id").whereRef("inner.parent_id", "=", "folders.id"))),
    )
    .orderBy("folders.deleted_at")
    .limit(limit)
  const removed = await cx.db
    .deleteFrom("folders")
    .where("id", "in", empty)
    .where("deleted_at", "<=", trashedUntil)
    .returning("workspace_id")
    .execute()
  for (const { workspace_id } of removed) noteChange(cx, { workspaceId: workspace_id, kind: "drive" })
  return removed.length
}
