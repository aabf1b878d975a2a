import type { FastifyReply } from "fastify"
import { anonymous } from "#access/context.ts"
import { type App, perform } from "#access/perform.ts"
import { formatAmount } from "#contract/currencies.ts"
import { getSellerPage } from "#domains/seller-pages/index.ts"
import { sellerPath } from "#kernel/addresses.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { toIso } from "#kernel/time/iso.ts"
import { sendCacheable, toCacheable } from "../../transport/etag.ts"
import { html } from "../../transport/html.ts"
import type { HttpCall } from "../../transport/http-call.ts"

/** The longest summary of an offer, in graphemes. */
const longestSummary = 500

export const feedPath = (slug: string) => `${sellerPath(slug)}/feed.atom`

/** Sends the listed offers of a seller as an Atom feed (RFC 4287), the one that was listed last first. */
export async function sendFeed(app: App, { request, reply }: HttpCall): Promise<FastifyReply> {
  const { slug: asked = "" } = request.params as { slug?: string }
  const seller = await perform({ app, caller: anonymous }, getSellerPage, { slug: asked })
  const { slug, name, about, offers, updatedAt } = seller
  if (slug !== asked)
    return reply
      .code(303)
      .headers({ location: feedPath(slug), "cache-control": "no-store" })
      .send()
  const { base } = app.addresses
  const changes = offers.flatMap(({ listedAt, updatedAt }) => [listedAt, updatedAt])
  const newestFirst = offers.toSorted((one, other) => other.listedAt - one.listedAt)
  const feed = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${base}${sellerPath(slug)}</id>
<title>${name}</title>
${about === null ? "" : html`<subtitle>${about}</subtitle>\n`}<updated>${toIso(Math.max(updatedAt, ...changes))}</updated>
<author><name>${name}</name><uri>${base}${sellerPath(slug)}</uri></author>
<link rel="self" type="application/atom+xml" href="${base}${feedPath(slug)}"/>
<link rel="alternate" type="text/html" href="${base}${sellerPath(slug)}"/>
${newestFirst.map(
  ({ title, description, priceCents, currency, url, listedAt, updatedAt }) => html`<entry>
<id>${url}</id>
<title>${title}</title>
<published>${toIso(listedAt)}</published>
<updated>${toIso(Math.max(listedAt, updatedAt))}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
<summary>${[priceCents === 0 ? "Free" : formatAmount(priceCents, currency), cleanText(description ?? "", longestSummary)].filter(Boolean).join(". ")}</summary>
</entry>
`,
)}</feed>
`.markup
  reply.headers({
    "content-type": "application/atom+xml; charset=utf-8",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "no-cache", // the feed lacks an unlisted offer from the next request on
    "x-content-type-options": "nosniff",
  })
  return sendCacheable(request, reply, toCacheable(feed))
}
