import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Context, Member } from "#access/context.ts"
import { readWholeFile } from "#domains/drive/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { newId, randomText } from "#kernel/ids.ts"
import { findOwnOffer, notYourOffer, ownOffer, showOffer, takeOwnOffer } from "../offers/index.ts"
import { insertCover, useCover } from "./cover-store.ts"

/** The longest side of a cover, in pixels. */
const longestSide = 1_600

/**
 * Makes a picture in the drive the offer's cover. The cover is a copy of the pixels, so it stays when the file is
 * deleted. There are three steps, so that a crash between two of them leaves nothing behind: insert the row, store the
 * bytes, use the row.
 */
export const setOfferCover = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.object({
    offerId: idInput,
    fileId: idInput.describe("A PNG, JPEG, WebP or GIF in the workspace's drive."),
  }),
  output: ownOffer,
  async run(cx, { offerId, fileId }) {
    if (!(await findOwnOffer(cx, offerId))) throw notYourOffer()
    const cover = await makeCover(cx, { offerId, fileId })
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      const offer = await takeOwnOffer(cx, offerId)
      if (!(await useCover(cx, cover))) throw tookTooLong()
      return showOffer(cx, addresses, offer)
    })
  },
})

async function makeCover(cx: Context & Member, { offerId, fileId }: { offerId: string; fileId: string }) {
  const { bytes, contentType, width, height } = await cx.images.remake(await readWholeFile(cx, fileId), {
    longestSide,
    format: "webp",
    accountId: cx.accountId,
  })
  const cover = {
    workspace_id: cx.workspaceId,
    id: newId("cover"),
    offer_id: offerId,
    blob_key: `covers/${randomText("abcdefghijklmnopqrstuvwxyz0123456789", 26)}`,
    content_type: contentType,
    size_bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    width,
    height,
  }
  await cx.atomically((cx) => insertCover(cx, cover))
  await cx.blobs.write(cover.blob_key, Readable.from([bytes]), bytes.byteLength)
  return cover
}

const tookTooLong = () =>
  new ServiceError("conflict", "Saving the cover took too long.", {
    hint: "Try again.",
    retryAfterSeconds: 1,
  })
