import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { updateOffer } from "./offer-store.ts"
import { announceOffer, ownOffer, showOffer, takeOwnOffer } from "./own-offer.ts"

/** The pay page stays and shows the pause; nothing can be bought or redeemed. Open checkouts can still be paid. */
export const pauseOffer = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.object({ id: idInput }),
  output: ownOffer,
  async run(cx, { id }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      const { state, paused_at } = await takeOwnOffer(cx, id)
      if (state !== "published") throw notOnSale()
      const offer = await updateOffer(cx, id, { paused_at: paused_at ?? cx.now() })
      if (paused_at === null) announceOffer(cx, "paused", { ...offer, addresses })
      return showOffer(cx, addresses, offer)
    })
  },
})

const notOnSale = () => conflict("Only a published offer can be paused.", "Publish it first.")

export const resumeOffer = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.object({ id: idInput }),
  output: ownOffer,
  async run(cx, { id }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      const { paused_at } = await takeOwnOffer(cx, id)
      const offer = await updateOffer(cx, id, { paused_at: null })
      if (paused_at !== null) announceOffer(cx, "resumed", { ...offer, addresses })
      return showOffer(cx, addresses, offer)
    })
  },
})
