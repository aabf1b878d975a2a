import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { newShortKey } from "#kernel/ids.ts"
import { listOfferFiles } from "./offer-file-store.ts"
import { claimShortKey, updateOffer } from "./offer-store.ts"
import { announceOffer, ownOffer, showOffer, takeOwnOffer } from "./own-offer.ts"
import { checkPrice } from "./price-rule.ts"

/** Puts a draft or archived offer on sale. The first time, it gets its permanent short key. */
export const publishOffer = workspaceAction("member", "console", {
  changes: ["offers"],
  input: z.object({ id: idInput }),
  output: ownOffer,
  async run(cx, { id }) {
    const { addresses, payments } = cx
    return cx.atomically(async (cx) => {
      const offer = await takeOwnOffer(cx, id)
      const files = await listOfferFiles(cx, cx.workspaceId, [id])
      if (files.length === 0) throw nothingToHandOver()
      checkPrice({ payments }, offer.price_cents, offer.currency)
      const short_key = offer.short_key ?? (await giveShortKey(cx))
      const published = await updateOffer(cx, id, { state: "published", short_key })
      if (offer.state !== "published") announceOffer(cx, "published", { ...published, addresses })
      return showOffer(cx, addresses, published)
    })
  },
})

/** Tries random short keys until one has never been used. There are 1.7 million. */
async function giveShortKey(cx: Inside & Member): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const shortKey = newShortKey()
    if (await claimShortKey(cx, shortKey)) return shortKey
  }
  throw noKeyLeft()
}

const noKeyLeft = () => conflict("No pay link is available for this offer.", "Try again, or contact the operator.")

const nothingToHandOver = () => conflict("This offer has no files.", "Add a file, then publish the offer.")
