import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import type { ListPart, SortedPart } from "#kernel/cursor.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { inOrder, latestChangeFirst, latestFirst } from "#storage/in-order.ts"
import type { FileRow, FolderRow } from "../files/index.ts"
import { hasDownloadsLeft, isStanding } from "../open-share-store.ts"

/** Lists the files directly in a folder, or at the top, one more than `limit`. */
export function listFileRowsIn(
  cx: Reading,
  workspaceId: WorkspaceId,
  { folderId, order = latestChangeFirst, ...part }: { folderId: string | null } & SortedPart,
): Promise<FileRow[]> {
  return cx.db
    .selectFrom("files")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("folder_id", folderId === null ? "is" : "=", folderId)
    .where("deleted_at", "is", null)
    .$call(inOrder(order, part))
    .execute()
}

export async function findSharedIds(
  cx: Reading,
  workspaceId: WorkspaceId,
  { fileIds, folderIds }: { fileIds: readonly string[]; folderIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await cx.db
    .selectFrom("share_links")
    .select(["file_id", "folder_id"])
    .where("workspace_id", "=", workspaceId)
    .where((row) => row.or([row("file_id", "in", [...fileIds, ""]), row("folder_id", "in", [...folderIds, ""])]))
    .where(isStanding(cx.now()))
    .where(hasDownloadsLeft)
    .execute()
  return new Set(rows.map(({ file_id, folder_id }) => file_id ?? folder_id ?? ""))
}

/** Lists files that were trashed on their own, not with their folder; latest first, one more than `limit`. */
export function listTrashedFileRows(cx: Reading, workspaceId: WorkspaceId, part: ListPart): Promise<FileRow[]> {
  return cx.db
    .selectFrom("files")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(wasTrashedAlone("files", "folder_id"))
    .$call(latestFirst("deleted_at", part))
    .execute()
}

/** Lists folders that were trashed on their own, not with their parent; latest first. */
export function listTrashedFolderRows(cx: Reading, workspaceId: WorkspaceId, limit: number): Promise<FolderRow[]> {
  return cx.db
    .selectFrom("folders")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(wasTrashedAlone("folders", "parent_id"))
    .orderBy("deleted_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute()
}

function wasTrashedAlone(table: "files" | "folders", folder: "folder_id" | "parent_id") {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql<boolean>`${of("deleted_at")} is not null and not exists (select 1 from folders as around
    where around.workspace_id = ${of("workspace_id")} and around.id = ${of(folder)}
      and around.deleted_at = ${of("deleted_at")})`
}
