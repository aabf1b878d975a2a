import type { FastifyInstance, FastifyReply } from "fastify"
import { anonymous } from "#access/context.ts"
import { type App, perform } from "#access/perform.ts"
import { countListedPages, listListedPages, noSuchSitemap } from "#domains/seller-pages/index.ts"
import { Turns } from "#kernel/bounds/turns.ts"
import { ServiceError } from "#kernel/error.ts"
import { pages } from "../pages/pages.ts"
import { sendCacheable, toCacheable } from "../transport/etag.ts"
import { html } from "../transport/html.ts"
import type { HttpCall } from "../transport/http-call.ts"

/** https://www.sitemaps.org/protocol.html: an index, and sitemaps of our own pages and of sellers'. */
export function addSitemaps(server: FastifyInstance, app: App): void {
  const { base } = app.addresses
  server.get("/sitemap.xml", { config: { endpointId: "sitemap" } }, async (request, reply) => {
    const { sellers, offers } = await perform({ app, caller: anonymous }, countListedPages, {})
    const names = ["pages", ...numbered("sellers", sellers), ...numbered("offers", offers)]
    const urls = names.map((name) => `${base}/sitemap-${name}.xml`)
    return sendXml({ request, reply }, { list: "sitemapindex", item: "sitemap", urls })
  })
  server.get("/sitemap-:name.xml", { config: { endpointId: "sitemapPart" } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const urls = name === "pages" ? ownPages(base) : await listedPages(app, name)
    return sendXml({ request, reply }, { list: "urlset", item: "url", urls })
  })
}

const numbered = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind}-${at + 1}`)

/** The public pages with one address. */
function ownPages(base: string): string[] {
  const open = pages.filter(({ isPrivate, path }) => !isPrivate && !path.includes(":"))
  return open.map(({ path }) => new URL(path, `${base}/`).href)
}

/** Fifty thousand addresses are as much work as hundreds of pages, so a process makes one sitemap at a time. */
const turns = new Turns(20, () => {
  const refusal = { status: 503, retryAfterSeconds: 5, hint: "Wait for the number of seconds in `Retry-After`." }
  return new ServiceError("internal_error", "Too many sitemaps are being read.", refusal)
})

async function listedPages(app: App, name: string): Promise<string[]> {
  const [, kind, number = ""] = /^(sellers|offers)-([1-9]\d{0,4})$/.exec(name) ?? []
  if (kind === undefined) throw noSuchSitemap()
  const { urls } = await turns.run("", 1, () =>
    perform({ app, caller: anonymous }, listListedPages, { kind, number: Number(number) }),
  )
  return urls
}

interface Sitemap {
  list: string
  item: string
  urls: readonly string[]
}

function sendXml({ request, reply }: HttpCall, { list, item, urls }: Sitemap): FastifyReply {
  const rows = urls.map((url) => `<${item}><loc>${html`${url}`.markup}</loc></${item}>\n`).join("")
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows}</${list}>
`
  // The sitemap lacks an unlisted page from the next request on, so caches must revalidate.
  reply.headers({ "content-type": "application/xml; charset=utf-8", "cache-control": "no-cache" })
  return sendCacheable(request, reply, toCacheable(xml))
}
