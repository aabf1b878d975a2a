import type { Selectable } from "kysely"
import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { emptiesBlobs, emptiesSome } from "#storage/delete-rows.ts"
import { ownRow } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"
import type { OfferKey } from "../offers/index.ts"

type CoverRow = Selectable<Schema["covers"]>

/** An unused cover is removed after this time: its request failed, or its process crashed. */
const unusedMs = 10 * minuteMs

/** Inserts a cover whose bytes are about to be stored. A job removes it unless `useCover` is called in time. */
export async function insertCover(cx: Inside, cover: Omit<CoverRow, "created_at" | "used_at">): Promise<void> {
  await cx.db
    .insertInto("covers")
    .values({ ...cover, created_at: cx.now(), used_at: null })
    .execute()
  await enqueue(cx, "drop-cover", { payload: { coverId: cover.id }, runAt: cx.now() + unusedMs })
}

/**
 * Makes a stored cover the offer's cover, in place of any other. The caller has locked the offer's row. False when the
 * cover has been removed meanwhile.
 */
export async function useCover(cx: Inside, cover: Pick<CoverRow, "id" | "workspace_id" | "offer_id">) {
  const { id, workspace_id: workspaceId, offer_id } = cover
  await leaveCover(cx, { id: offer_id, workspaceId })
  const unused = cx.db.updateTable("covers").set({ used_at: cx.now() }).where(ownRow({ workspaceId }, id))
  return changesRow(unused.where("used_at", "is", null))
}

/** Detaches the offer's cover, if it has one, and enqueues its removal. The caller has locked the offer's row. */
export async function leaveCover(cx: Inside, offer: OfferKey): Promise<void> {
  const left = await cx.db
    .updateTable("covers")
    .set({ used_at: null })
    .where("workspace_id", "=", offer.workspaceId)
    .where("offer_id", "=", offer.id)
    .where("used_at", "is not", null)
    .returning("id")
    .executeTakeFirst()
  if (left) await enqueue(cx, "drop-cover", { payload: { coverId: left.id } })
}

/** Deletes a cover that no offer uses, and returns the key of its bytes. */
export async function removeUnusedCover(cx: Inside, id: string): Promise<string | undefined> {
  const row = await cx.db
    .deleteFrom("covers")
    .where("id", "=", id)
    .where("used_at", "is", null)
    .returning("blob_key")
    .executeTakeFirst()
  return row?.blob_key
}

export const emptyOffers = [
  emptiesSome("offer_files"),
  emptiesBlobs("covers", (cx, blobKey) => enqueue(cx, "remove-blob", { payload: { blobKey } })),
]
