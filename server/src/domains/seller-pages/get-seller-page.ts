import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { listShownOffers, shownOffer } from "#domains/handover/index.ts"
import { listServed, shortUrl, shownLinkStateOf } from "#domains/links/index.ts"
import { normaliseSlug } from "#domains/workspaces/index.ts"
import { logoPath } from "#kernel/addresses.ts"
import { notFound } from "#kernel/error.ts"
import { findShownPage, listPageLinks } from "./seller-page-store.ts"

/** Returns a seller's public page. For a former slug, or another spelling, `slug` is the present one. */
export const getSellerPage = publicAction({
  input: z.object({ slug: z.string().max(200) }),
  output: z.object({
    slug: z.string(),
    name: z.string(),
    about: z.string().nullable(),
    contact: z.string().nullable(),
    logoPath: z.string().nullable(),
    updatedAt: z.int().describe("When the seller last changed the page, in epoch milliseconds."),
    links: z.array(z.object({ label: z.string(), url: z.url() })),
    offers: z.array(shownOffer),
  }),
  async run(cx, { slug: asked }) {
    const page = await findShownPage(cx, normaliseSlug(asked))
    if (!page) throw noSuchPage()
    const { id, logoKey, ...shown } = page
    const links = await listPageLinks(cx, id)
    const served = await listServed(cx, id, links)
    return {
      ...shown,
      logoPath: logoKey && logoPath(logoKey),
      links: links
        .filter((link) => shownLinkStateOf(link, cx.now(), served) === "active")
        .map(({ label, ...link }) => ({ label, url: shortUrl(cx.addresses, link) })),
      offers: await listShownOffers(cx, id),
    }
  },
})

const noSuchPage = () => notFound("Nothing exists at this URL.", "Check it for typos, or ask the seller.")
