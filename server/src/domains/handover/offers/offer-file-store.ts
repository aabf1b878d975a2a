import type { Inside, Member, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { ownRow, sameWorkspace } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"

export interface OfferFile {
  key: string
  offerId: string
  fileId: string
  name: string
  contentType: string
  sizeBytes: number
  position: number
}

export function listOfferFiles(
  cx: Reading,
  workspaceId: WorkspaceId,
  offerIds: readonly string[],
): Promise<OfferFile[]> {
  if (offerIds.length === 0) return Promise.resolve([])
  return cx.db
    .selectFrom("offer_files")
    .innerJoin("files", sameWorkspace("files.id", "offer_files.file_id"))
    .select((row) => [
      "offer_files.id as key",
      "offer_files.offer_id as offerId",
      "offer_files.file_id as fileId",
      row.fn.coalesce("offer_files.name", "files.name").as("name"),
      "files.content_type as contentType",
      "files.size_bytes as sizeBytes",
      "offer_files.position",
    ])
    .where("offer_files.workspace_id", "=", workspaceId)
    .where("offer_files.offer_id", "in", [...offerIds])
    .orderBy("offer_files.position")
    .orderBy("offer_files.id")
    .execute()
}

export async function insertOfferFile(cx: Inside, row: Schema["offer_files"]): Promise<void> {
  await cx.db.insertInto("offer_files").values(row).execute()
}

export async function placeOfferFile(cx: Inside & Member, key: string, position: number): Promise<void> {
  await cx.db.updateTable("offer_files").set({ position }).where(ownRow(cx, key)).execute()
}

/** Removes a file from an offer that `takeOffer` has locked. Purchases made so far still deliver it. */
export async function removeOfferFileRow(cx: Inside & Member, key: string): Promise<void> {
  await cx.db.deleteFrom("offer_files").where(ownRow(cx, key)).execute()
}
