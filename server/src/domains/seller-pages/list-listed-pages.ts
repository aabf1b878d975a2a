import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { payUrl } from "#domains/handover/index.ts"
import { sellerPath } from "#kernel/addresses.ts"
import { notFound } from "#kernel/error.ts"
import { countSitemaps, listOffersOfSitemap, listSellersOfSitemap } from "./sitemap-store.ts"

/** The addresses of a sitemap: at most 50,000 pages of sellers, or pay pages of the offers that they list. */
export const listListedPages = publicAction({
  input: z.object({ kind: z.enum(["sellers", "offers"]), number: z.int().min(1) }),
  output: z.object({ urls: z.array(z.string()) }),
  async run(cx, { kind, number }) {
    if (number > (await countSitemaps(cx, kind))) throw noSuchSitemap()
    const { base } = cx.addresses
    if (kind === "sellers") {
      return { urls: (await listSellersOfSitemap(cx, number - 1)).map((slug) => base + sellerPath(slug)) }
    }
    return { urls: (await listOffersOfSitemap(cx, number - 1)).map((key) => payUrl(cx, key)) }
  },
})

export const noSuchSitemap = () => notFound("There is no such sitemap.", "/sitemap.xml lists all of them.")
