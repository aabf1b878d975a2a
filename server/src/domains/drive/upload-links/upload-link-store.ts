import type { Selectable } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { retain } from "#access/retention-store.ts"
import { workspacesInUse } from "#access/workspace-store.ts"
import { people } from "#domains/accounts/index.ts"
import type { SortedPart } from "#kernel/cursor.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { inOrder, newestFirst } from "#storage/in-order.ts"
import { isRow, ownRow, type RowKey } from "#storage/own-row.ts"
import { isPostgres } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { findsRow } from "#storage/whether.ts"

export type UploadLinkRow = Selectable<Schema["upload_links"]>

export async function insertUploadLink(
  cx: Inside,
  row: Omit<UploadLinkRow, "files_taken" | "created_at" | "revoked_at">,
): Promise<UploadLinkRow> {
  return cx.db
    .insertInto("upload_links")
    .values({ ...row, files_taken: 0, created_at: cx.now(), revoked_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findUploadLink(cx: Reading, id: string): Promise<UploadLinkRow | undefined> {
  return cx.db.selectFrom("upload_links").selectAll().where("id", "=", id).executeTakeFirst()
}

/** Finds a link and locks it, so that a revocation waits until the transaction ends. */
export async function lockUploadLinkRow(cx: Inside, link: RowKey): Promise<UploadLinkRow | undefined> {
  return cx.db
    .selectFrom("upload_links")
    .selectAll()
    .where(isRow(link))
    .$if(isPostgres(cx.db), (query) => query.forShare())
    .executeTakeFirst()
}

/** Whether a file is being sent through a link, or was begun within a day. */
export function hasOpenUploads(cx: Reading, link: RowKey): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("uploads")
      .select("id")
      .where("workspace_id", "=", link.workspace_id)
      .where("upload_link_id", "=", link.id)
      .where("state", "=", "open"),
  )
}

/** Counts one file against a link's limit. Undefined when the limit is reached or the link has ended. */
export async function takeSlot(cx: Inside, link: RowKey): Promise<UploadLinkRow | undefined> {
  return cx.db
    .updateTable("upload_links")
    .set((value) => ({ files_taken: value("files_taken", "+", 1) }))
    .where(isRow(link))
    .whereRef("files_taken", "<", "max_files")
    .where("revoked_at", "is", null)
    .where("expires_at", ">", cx.now())
    .returningAll()
    .executeTakeFirst()
}

/** Undoes `takeSlot`. */
export async function giveSlotBack(cx: Inside, link: RowKey): Promise<void> {
  await cx.db
    .updateTable("upload_links")
    .set((value) => ({ files_taken: value("files_taken", "-", 1) }))
    .where(isRow(link))
    .execute()
}

/** Lists a workspace's links with the names of their makers, one more than `limit`. */
export function listUploadLinkRows(
  cx: Reading,
  workspaceId: WorkspaceId,
  { isUnanswered, order = newestFirst, ...part }: { isUnanswered?: boolean } & SortedPart,
): Promise<(UploadLinkRow & { maker: string | null })[]> {
  return cx.db
    .selectFrom("upload_links")
    .innerJoin(people(cx.db), "person.id", "upload_links.created_by")
    .selectAll("upload_links")
    .select("person.name as maker")
    .where("upload_links.workspace_id", "=", workspaceId)
    .$if(isUnanswered === true, (links) => links.where("upload_links.files_taken", "=", 0))
    .$call(inOrder(order, part, "upload_links"))
    .execute()
}

/** Ends a link. Undefined where it had ended before. */
export async function revokeUploadLinkRow(cx: Inside & Member, id: string): Promise<UploadLinkRow | undefined> {
  return cx.db
    .updateTable("upload_links")
    .set({ revoked_at: cx.now() })
    .where(ownRow(cx, id))
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst()
}

/** The name of a workspace, unless it is suspended or deleted. */
export async function findWorkspaceName(cx: Reading, workspaceId: WorkspaceId): Promise<string | undefined> {
  const row = await cx.db
    .selectFrom(workspacesInUse(cx.db))
    .select("name")
    .where("id", "=", workspaceId)
    .executeTakeFirst()
  return row?.name
}

/** The latest files that came through upload links and are not in the trash, newest first. */
export function listArrivedFiles(cx: Reading & Member, limit: number) {
  return cx.db
    .selectFrom("files")
    .select(["id", "name", "size_bytes", "created_at"])
    .where("workspace_id", "=", cx.workspaceId)
    .where("upload_link_id", "is not", null)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute()
}

export const uploadLinkRetention = [
  retain({ table: "upload_links", keys: ["id"], time: "expires_at" }, { ms: 30 * dayMs, shownAs: "upload-links" }),
]
