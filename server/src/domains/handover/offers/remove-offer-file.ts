import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict, notFound } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { listOfferFiles, removeOfferFileRow } from "./offer-file-store.ts"
import { ownOffer, showOffer, takeOwnOffer } from "./own-offer.ts"

/** Removes a file, unless it is the last one of a published offer. The drive and its buyers keep it. */
export const removeOfferFile = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.object({ offerId: idInput, key: idInput.describe("The file's key in the offer.") }),
  output: ownOffer,
  async run(cx, { offerId, key }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      const offer = await takeOwnOffer(cx, offerId)
      const files = await listOfferFiles(cx, cx.workspaceId, [offerId])
      if (!files.some((file) => file.key === key)) throw notInTheOffer()
      if (files.length === 1 && offer.state === "published") throw lastFile()
      await removeOfferFileRow(cx, key)
      return showOffer(cx, addresses, offer)
    })
  },
})

const notInTheOffer = () => notFound("File not found in this offer.", "Reload the page.")

const lastFile = () =>
  conflict("A published offer needs at least one file.", "Add another file first, or archive the offer.")
