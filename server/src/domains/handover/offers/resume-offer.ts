import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { updateOffer } from "./offer-store.ts"
import { ownOffer, showOffer, takeOwnOffer } from "./own-offer.ts"

/** Ends the pause of an offer's sale. An offer that is not paused stays as it is. */
export const resumeOffer = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["offers"],
  input: z.object({ id: idInput }),
  output: ownOffer,
  async run(cx, { id }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      await takeOwnOffer(cx, id)
      return showOffer(cx, addresses, await updateOffer(cx, id, { paused_at: null }))
    })
  },
})
