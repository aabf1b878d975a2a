import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { ownOffer, showOffer, takeOwnOffer } from "../offers/index.ts"
import { leaveCover } from "./cover-store.ts"

/** Removes an offer's cover. Tiles take its place on the page. */
export const removeOfferCover = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.object({ offerId: idInput }),
  output: ownOffer,
  async run(cx, { offerId }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      const offer = await takeOwnOffer(cx, offerId)
      await leaveCover(cx, { id: offerId, workspaceId: cx.workspaceId })
      return showOffer(cx, addresses, offer)
    })
  },
})
