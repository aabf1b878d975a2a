import { perform } from "#access/perform.ts"
import type { PayData } from "#contract/pages/pay.ts"
import { getOffer, getOfferPage, returnedSession } from "#domains/handover/index.ts"
import { cleanText } from "#kernel/clean-text.ts"
import type { PageContent, Visit } from "../page.ts"
import { previewOf } from "../preview.ts"

/** What search engines and link previews show of a description, in graphemes. */
const longestDescription = 200

/** The page of an offer. The buyer's actions there use the public API. */
export async function loadPay(visit: Visit): Promise<PageContent<PayData>> {
  const { app, params, query, caller } = visit
  const { key = "" } = params
  const page = await perform({ app, caller }, getOfferPage, { key })
  const { lookup, isForSale, isPaused, cover, files, terms, sellerContact, sellerLogoPath } = page
  const { title, sellerName, priceCents, currency, purchasable } = lookup.offer
  const description = cleanText(lookup.offer.description ?? "", longestDescription) || `From ${sellerName}.`
  return {
    head: {
      title: `${title} from ${sellerName}`,
      description,
      preview: previewOf(app.addresses.base, `/pay/${key}`, { title, description }),
    },
    data: {
      lookup,
      cover,
      files,
      terms,
      sellerContact,
      sellerLogoPath,
      island: {
        offerKey: key,
        offer: { priceCents, currency, purchasable },
        isForSale,
        isPaused,
        taxLine: terms.taxLine,
        hasTerms: terms.licence !== null || terms.refundTerms !== null,
        processor: app.payments.name,
        returnedSessionId: query[returnedSession] ?? null,
      },
    },
    ...(cover && { filesOrigin: new URL(cover.url).origin }),
    embedded: app.payments.name === "stripe" ? "stripe" : "nothing",
  }
}

export function loadPayJson({ app, params, caller }: Visit): Promise<object> {
  return perform({ app, caller }, getOffer, { key: params.key })
}
