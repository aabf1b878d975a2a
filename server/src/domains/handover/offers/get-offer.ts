import { z } from "zod"
import { type Anyone, publicAction } from "#access/action.ts"
import type { Outside } from "#access/context.ts"
import { noSuchOffer } from "../handover-errors.ts"
import { shownFields, shownOf } from "./offer-fields.ts"
import { findPublicOffer, type PublicOffer } from "./offer-lookup-store.ts"
import { isPurchasable, payUrl } from "./public-offer.ts"

/** The format is not checked here, so that a malformed key gets the same 404 as an unknown one. */
export const offerKey = z
  .string()
  .describe("The offer's short key: the four characters of its pay link, `^[a-z0-9]{4}$`.")
  .meta({ examples: ["demo"], pattern: "^[a-z0-9]{4}$", minLength: 4, maxLength: 4 })

const offer = z
  .object({
    id: z
      .string()
      .describe("The offer's id.")
      .meta({ examples: ["offer_3kTMd0cQxVb2rWn8LzYp5H"] }),
    key: z
      .string()
      .describe("The offer's name inside the seller's workspace.")
      .meta({ examples: ["type-specimen"] }),
    ...shownFields,
    files: z
      .array(
        z
          .object({
            key: z
              .string()
              .describe("The file's key; it opens nothing.")
              .meta({ examples: ["file_0vJc1ZtGm4Qs7KyXw2LdRb"] }),
            name: z
              .string()
              .nullable()
              .meta({ examples: ["specimen.pdf"] }),
          })
          .meta({ id: "OfferFile", description: "A file that the buyer gets." }),
      )
      .describe("The files that the buyer gets, in the seller's order."),
    shortKey: z
      .string()
      .nullable()
      .meta({ examples: ["demo"] }),
    shortUrl: z
      .string()
      .nullable()
      .describe("The pay page.")
      .meta({ examples: ["http://localhost:3000/pay/demo"] }),
    sellerName: z.string().meta({ examples: ["Studio Ada"] }),
    sellerSlug: z
      .string()
      .nullable()
      .meta({ examples: ["studio"] }),
    purchasable: z.boolean().describe("Whether the offer can be bought now; false when it is sold out or paused."),
  })
  .meta({ id: "Offer", description: "What a seller offers for a price." })

export const offerLookup = z
  .object({
    offer,
    isOwnWorkspace: z.boolean().describe("Whether the caller belongs to the seller's workspace."),
    isSignedIn: z.boolean().describe("Whether the caller is signed in."),
  })
  .meta({ id: "OfferLookup", description: "An offer, and the caller's relation to it." })

export const getOffer = publicAction({
  input: z.object({ key: offerKey }),
  output: offerLookup,
  async run(cx, { key }) {
    const found = await findPublicOffer(cx, key, accountOf(cx))
    if (!found) throw noSuchOffer()
    return toLookup(cx, found)
  },
})

type Cx = Outside & Anyone

export function accountOf({ caller }: Anyone): string | undefined {
  return caller.kind === "anonymous" ? undefined : caller.accountId
}

export function toLookup(cx: Cx, found: PublicOffer): z.output<typeof offerLookup> {
  const { id, key, shortKey, sellerName, sellerSlug } = found
  const offer = {
    ...{ id, key, ...shownOf(found), shortKey, sellerName, sellerSlug },
    files: found.files.map(({ key, name }) => ({ key, name })),
    shortUrl: payUrl(cx, shortKey),
    purchasable: isPurchasable(cx, found),
  }
  return { offer, isOwnWorkspace: found.isOwnWorkspace, isSignedIn: accountOf(cx) !== undefined }
}
