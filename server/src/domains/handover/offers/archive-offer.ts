import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { updateOffer } from "./offer-store.ts"
import { announceOffer, ownOffer, showOffer, takeOwnOffer } from "./own-offer.ts"

/**
 * Ends an offer's sale, and its pause. Buyers keep what they bought, open checkouts can still be paid, and publishing
 * again brings back the same short key.
 */
export const archiveOffer = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.object({ id: idInput }),
  output: ownOffer,
  async run(cx, { id }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      const before = await takeOwnOffer(cx, id)
      const offer = await updateOffer(cx, id, { state: "archived", paused_at: null })
      if (before.state !== "archived") announceOffer(cx, "archived", { ...offer, addresses })
      return showOffer(cx, addresses, offer)
    })
  },
})
