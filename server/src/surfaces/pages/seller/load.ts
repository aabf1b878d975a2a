import type { z } from "zod"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { getSellerPage } from "#domains/seller-pages/index.ts"
import { sellerPath } from "#kernel/addresses.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { LeadsOn } from "../leads-on.ts"
import { linkedDataOf, organizationOf, productOf } from "../linked-data.ts"
import type { PageContent, Visit } from "../page.ts"
import { cardUrl, previewOf } from "../preview.ts"
import { feedPath } from "./feed.ts"

/** The part of the seller's text that search engines and link previews show, in graphemes. */
const longestDescription = 200

type Shown = z.output<typeof getSellerPage.output>

/** A seller's page. Every visitor sees the same. */
export async function loadSeller({ app, params }: Visit) {
  const asked = params.slug ?? ""
  const seller = await perform({ app, caller: anonymous }, getSellerPage, { slug: asked })
  const { slug, name, about, offers } = seller
  const path = sellerPath(slug)
  if (slug !== asked) throw new LeadsOn(path)
  const { base, files } = app.addresses
  const description = cleanText(about ?? "", longestDescription) || `Offers and links of ${name}.`
  return {
    head: {
      title: name,
      description,
      canonical: base + path,
      feed: { path: feedPath(slug), title: name },
      linkedData: linkedDataOf(thingsOf(base, seller)),
      preview: previewOf(base, path, { title: name, description }),
    },
    data: {
      ...{ path, name, about, contact: seller.contact, logoPath: seller.logoPath, links: seller.links },
      offers: offers.map((offer) => ({ ...offer, path: new URL(offer.url).pathname })),
    },
    ...(offers.some(({ cover }) => cover) && { filesOrigin: new URL(files).origin }),
  } satisfies PageContent
}

function thingsOf(base: string, { slug, name, about, logoPath, offers }: Shown): object[] {
  const url = base + sellerPath(slug)
  const whole = { name, url, ...(logoPath && { logo: base + logoPath }), ...(about && { description: about }) }
  const products = offers.map((offer) => {
    const image = offer.cover?.url ?? cardUrl(base, { title: offer.title, description: `From ${name}.` })
    const description = offer.description && cleanText(offer.description, longestDescription)
    return productOf({ ...offer, description, image }, { "@id": url })
  })
  return [{ "@id": url, ...organizationOf(whole) }, ...products]
}
