import type { z } from "zod"
import { perform } from "#access/perform.ts"
import { getOffer, getOfferPage, returnedSession } from "#domains/handover/index.ts"
import { sellerPath } from "#kernel/addresses.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { linkedDataOf, organizationOf, productOf } from "../linked-data.ts"
import type { PageContent, Visit } from "../page.ts"
import { previewOf } from "../preview.ts"

/** The part of a description that search engines and link previews show, in graphemes. */
const longestDescription = 200

/** The page of an offer. The buyer's actions there use the public API. */
export async function loadPay(visit: Visit) {
  return (await loadSale(visit)).content
}

/** The content of the page, and the sites that may frame the checkout. */
export async function loadSale(visit: Visit) {
  const { key = "" } = visit.params
  const page = await perform(visit, getOfferPage, { key })
  return { content: toContent(visit, key, page), sites: page.sites }
}

type OfferPage = z.output<typeof getOfferPage.output>

function toContent({ app, query }: Visit, key: string, page: OfferPage) {
  const { lookup, isForSale, isPaused, cover, files, terms, sellerContact, sellerLogoPath } = page
  const { priceCents, currency, purchasable } = lookup.offer
  return {
    head: headOf(app.addresses.base, key, page),
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
  } satisfies PageContent
}

function headOf(base: string, key: string, page: OfferPage): PageContent["head"] {
  const { lookup, availability, cover, hasSellerPage, isListed, sellerLogoPath } = page
  const { title, sellerName, sellerSlug } = lookup.offer
  const description = cleanText(lookup.offer.description ?? "", longestDescription) || `From ${sellerName}.`
  const preview = previewOf(base, `/pay/${key}`, { title, description })
  const seller = organizationOf({
    name: sellerName,
    ...(hasSellerPage && { url: base + sellerPath(sellerSlug ?? "") }),
    ...(sellerLogoPath && { logo: base + sellerLogoPath }),
  })
  const sold = { ...lookup.offer, availability, url: preview.url, image: cover?.url ?? preview.cardUrl }
  return {
    title: `${title} from ${sellerName}`,
    description,
    canonical: preview.url,
    linkedData: linkedDataOf([productOf(sold, seller)]),
    isUnlisted: !isListed,
    preview,
  }
}

export function loadPayJson({ app, params, caller }: Visit): Promise<object> {
  return perform({ app, caller }, getOffer, { key: params.key })
}
