import type { Inside, Reading } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { releaseSome } from "#storage/directory.ts"

/** Lists workspaces that were put in the trash by `until` and were not emptied yet, the oldest in the trash first. */
export async function listOverdue(cx: Reading, until: number, limit: number): Promise<WorkspaceId[]> {
  const rows = await cx.db
    .selectFrom("workspaces")
    .select("id")
    .where("deleted_at", "<=", until)
    .where("emptied_at", "is", null)
    .orderBy("deleted_at")
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

type Owned =
  | (
      | "short_links"
      | "link_imports"
      | "link_tags"
      | "docs"
      | "share_links"
      | "upload_links"
      | "invitations"
      | "domains"
      | "mails"
    )
  | "offer_files"

export async function deleteSome(
  cx: Inside,
  table: Owned,
  { id, limit }: { id: WorkspaceId; limit: number },
): Promise<number> {
  const some = cx.db.selectFrom(table).select("id").where("workspace_id", "=", id).limit(limit)
  const deleted = await cx.db
    .deleteFrom(table)
    .where("workspace_id", "=", id)
    .where("id", "in", some)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Frees its slugs, its hostnames and the slugs of its links on the shared host. */
export function releaseNames(cx: Inside, id: WorkspaceId, limit: number): Promise<number> {
  return releaseSome(cx.db, id, { kinds: ["workspace", "hostname", "short_link"], limit })
}

/** Unbatched: a workspace has at most one sum a day for a year. */
export async function deleteClickDays(cx: Inside, id: WorkspaceId): Promise<void> {
  await cx.db.deleteFrom("click_days").where("workspace_id", "=", id).execute()
}

/** The same for rows whose bytes are then removed by jobs. */
export async function deleteSomeBlobs(
  cx: Inside,
  table: "covers" | "files",
  { id, limit }: { id: WorkspaceId; limit: number },
): Promise<number> {
  const some = cx.db.selectFrom(table).select("id").where("workspace_id", "=", id).limit(limit)
  const rows = cx.db.deleteFrom(table).where("workspace_id", "=", id).where("id", "in", some)
  const deleted = await rows.returning("blob_key").execute()
  for (const { blob_key: blobKey } of deleted) await enqueue(cx, "remove-blob", { payload: { blobKey } })
  return deleted.length
}

/** Deletes its folders without subfolders. Returns how many. */
export async function deleteSomeFolders(cx: Inside, id: WorkspaceId): Promise<number> {
  const outer = cx.db
    .selectFrom("folders as inner_folder")
    .select("inner_folder.parent_id")
    .where("inner_folder.workspace_id", "=", id)
    .where("inner_folder.parent_id", "is not", null)
  const deleted = await cx.db
    .deleteFrom("folders")
    .where("workspace_id", "=", id)
    .where("id", "not in", outer.$castTo<{ parent_id: string }>())
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Expires a workspace's uploads, so that the next sweep removes them and their bytes. */
export async function endUploads(cx: Inside, id: WorkspaceId): Promise<void> {
  await cx.db.updateTable("uploads").set({ expires_at: 0 }).where("workspace_id", "=", id).execute()
}

export async function removeMemberRow(cx: Inside, id: WorkspaceId, accountId: string): Promise<void> {
  await cx.db.deleteFrom("members").where("workspace_id", "=", id).where("account_id", "=", accountId).execute()
}

const ofItsPages = ["page_links", "listed_offers", "seller_pages"] as const

const ofTheAssistant = [
  "assistant_chains",
  "assistant_entries",
  "assistant_permits",
  "assistant_settings",
  "permission_changes",
  "second_hand_objects",
  "tool_permissions",
] as const

/** Deletes the rest, except the row that purchases refer to. It gets its id as slug, which no workspace can have. */
export async function leaveShell(cx: Inside, id: WorkspaceId): Promise<void> {
  await cx.db.deleteFrom("drive_storage").where("workspace_id", "=", id).execute()
  await cx.db.deleteFrom("logos").where("workspace_id", "=", id).execute()
  await cx.db.deleteFrom("chat_channels").where("workspace_id", "=", id).execute()
  for (const table of ["webhook_endpoints", "events"] as const)
    await cx.db.deleteFrom(table).where("workspace_id", "=", id).execute()
  for (const table of [...ofItsPages, ...ofTheAssistant])
    await cx.db.deleteFrom(table).where("workspace_id", "=", id).execute()
  await cx.db
    .updateTable("workspaces")
    .set({ slug: id, name: "A deleted workspace", contact: null, logo_key: null, emptied_at: cx.now() })
    .where("id", "=", id)
    .execute()
}
