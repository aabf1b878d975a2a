import { z } from "zod"
import type { Member, Outside, Reading } from "#access/context.ts"
import { offerState } from "#domains/handover/index.ts"
import { listServed, shortUrl, shownLinkState, shownLinkStateOf } from "#domains/links/index.ts"
import { sellerPath } from "#kernel/addresses.ts"
import { listOwnListedOffers } from "./listed-offer-store.ts"
import { findOwnPage, listPageLinks } from "./seller-page-store.ts"

export const ownSellerPage = z.object({
  url: z.url().describe("Where visitors see it."),
  isShown: z.boolean(),
  about: z.string().nullable(),
  links: z.array(
    z.object({
      linkId: z.string(),
      label: z.string().describe("What visitors read."),
      shortUrl: z.url(),
      state: shownLinkState.describe("Visitors see only active links."),
    }),
  ),
  offers: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        priceCents: z.int(),
        currency: z.string(),
        state: offerState,
        isSuspended: z.boolean(),
      }),
    )
    .describe("The listed offers. Visitors see those that are published or paused, and not suspended."),
})

export async function showOwnPage(
  cx: Reading & Member,
  addresses: Outside["addresses"],
): Promise<z.output<typeof ownSellerPage>> {
  const page = await findOwnPage(cx)
  const links = await listPageLinks(cx, cx.workspaceId)
  const served = await listServed(cx, cx.workspaceId, links)
  const offers = await listOwnListedOffers(cx)
  return {
    url: addresses.base + sellerPath(cx.workspace.slug),
    isShown: page.shown_at !== null,
    about: page.about,
    links: links.map(({ linkId, label, ...link }) => {
      return { linkId, label, shortUrl: shortUrl(addresses, link), state: shownLinkStateOf(link, cx.now(), served) }
    }),
    offers: offers.map(({ id, title, price_cents: priceCents, currency, state, paused_at, suspended_at }) => {
      return {
        ...{ id, title, priceCents, currency },
        state: paused_at === null ? state : "paused",
        isSuspended: suspended_at !== null,
      }
    }),
  }
}
