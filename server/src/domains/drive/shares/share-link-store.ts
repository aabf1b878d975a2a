import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { retain } from "#access/retention-store.ts"
import { people } from "#domains/accounts/index.ts"
import type { SortedPart } from "#kernel/cursor.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { inOrder, newestFirst } from "#storage/in-order.ts"
import { isRow, ownRow, type RowKey, sameWorkspace } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"
import { hasDownloadsLeft, isStanding } from "../open-share-store.ts"

export type ShareLinkRow = Selectable<Schema["share_links"]>

/** Exactly one of them is set. */
export type ShareTarget = Pick<ShareLinkRow, "file_id" | "folder_id">

export async function insertShareLink(
  cx: Inside,
  row: Omit<ShareLinkRow, "downloads" | "created_at" | "revoked_at">,
): Promise<ShareLinkRow> {
  return cx.db
    .insertInto("share_links")
    .values({ ...row, downloads: 0, created_at: cx.now(), revoked_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findShareLink(cx: Reading, id: string): Promise<ShareLinkRow | undefined> {
  return cx.db.selectFrom("share_links").selectAll().where("id", "=", id).executeTakeFirst()
}

/** Counts the links of a file or a folder that were not revoked and have not expired. */
export async function countShareLinks(cx: Reading, workspaceId: WorkspaceId, target: ShareTarget): Promise<number> {
  const row = await cx.db
    .selectFrom("share_links")
    .select((links) => links.fn.countAll<number | string>().as("count"))
    .where("workspace_id", "=", workspaceId)
    .where("file_id", target.file_id === null ? "is" : "=", target.file_id)
    .where("folder_id", target.folder_id === null ? "is" : "=", target.folder_id)
    .where(isStanding(cx.now()))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export type ListedRow = ShareLinkRow & {
  maker: string | null
  name: string | null
  lies_in: string | null
  deleted_at: number | null
}

/** Lists a workspace's links, or only the links of one file or folder, or one link; one more than `limit`. */
export function listShareLinkRows(
  cx: Reading,
  workspaceId: WorkspaceId,
  { of, order = newestFirst, ...part }: { of: string | undefined } & SortedPart,
): Promise<ListedRow[]> {
  return cx.db
    .selectFrom("share_links")
    .innerJoin(people(cx.db), "person.id", "share_links.created_by")
    .leftJoin("files", (join) =>
      join.onRef("files.workspace_id", "=", "share_links.workspace_id").onRef("files.id", "=", "share_links.file_id"),
    )
    .leftJoin("folders", sameWorkspace("folders.id", "share_links.folder_id"))
    .selectAll("share_links")
    .select((row) => [
      "person.name as maker",
      row.fn.coalesce("files.name", "folders.name").as("name"),
      row.fn.coalesce("files.folder_id", "folders.parent_id").as("lies_in"),
      row.fn.coalesce("files.deleted_at", "folders.deleted_at").as("deleted_at"),
    ])
    .where("share_links.workspace_id", "=", workspaceId)
    .$if(of !== undefined, (query) =>
      query.where((row) =>
        row.or([
          row("share_links.file_id", "=", of ?? ""),
          row("share_links.folder_id", "=", of ?? ""),
          row("share_links.id", "=", of ?? ""),
        ]),
      ),
    )
    .$call(inOrder(order, part, "share_links"))
    .execute()
}

/** Counts one download. False when the limit is reached or the link has ended. */
export function takeDownload(cx: Inside, link: RowKey): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("share_links")
      .set((value) => ({ downloads: value("downloads", "+", 1) }))
      .where(isRow(link))
      .where(isStanding(cx.now()))
      .where(hasDownloadsLeft),
  )
}

/** Ends a link; with `onlyOf`, only if that account made it. Ending it twice changes nothing. */
export function revokeShareLinkRow(
  cx: Inside,
  workspaceId: WorkspaceId,
  { id, onlyOf }: { id: string; onlyOf: string | undefined },
): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("share_links")
      .set((value) => ({ revoked_at: value.fn.coalesce("revoked_at", value.val(cx.now())) }))
      .where(ownRow({ workspaceId }, id))
      .$if(onlyOf !== undefined, (query) => query.where("created_by", "=", onlyOf ?? "")),
  )
}

const shareTerms = { ms: 30 * dayMs, shownAs: "share-links", note: "deleted with its file or folder" } as const

export const shareRetention = [
  retain({ table: "share_downloads", keys: ["id"], time: "expires_at" }),
  retain({ table: "share_links", keys: ["id"], time: "revoked_at" }, shareTerms),
  retain({ table: "share_links", keys: ["id"], time: "expires_at" }, shareTerms),
]
