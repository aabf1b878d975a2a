import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { findOwnOffer } from "./offer-store.ts"
import { notYourOffer, ownOffer, showOffer } from "./own-offer.ts"

export const getOwnOffer = workspaceAction("viewer", "console", {
  input: z.object({ id: idInput }),
  output: ownOffer,
  async run(cx, { id }) {
    const row = await findOwnOffer(cx, id)
    if (!row) throw notYourOffer()
    return showOffer(cx, cx.addresses, row)
  },
})
