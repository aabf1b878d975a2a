import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { listOfferFiles, placeOfferFile } from "./offer-file-store.ts"
import { ownOffer, showOffer, takeOwnOffer } from "./own-offer.ts"

export const orderOfferFiles = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.object({ offerId: idInput, keys: z.array(idInput).max(100).describe("The keys of all files, in order.") }),
  output: ownOffer,
  async run(cx, { offerId, keys }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      const offer = await takeOwnOffer(cx, offerId)
      const files = await listOfferFiles(cx, cx.workspaceId, [offerId])
      const isSame = keys.length === files.length && files.every((file) => keys.includes(file.key))
      if (!isSame) throw otherFiles()
      for (const [position, key] of keys.entries()) await placeOfferFile(cx, key, position)
      return showOffer(cx, addresses, offer)
    })
  },
})

const otherFiles = () => conflict("The files of this offer have changed.", "Reload the page and try again.")
