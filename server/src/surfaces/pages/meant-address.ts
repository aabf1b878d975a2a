import type { FastifyInstance } from "fastify"
import type { App } from "#access/perform.ts"
import { reservedSlugs } from "#domains/workspaces/index.ts"
import { readPathAndQuery, withoutLeftovers } from "#kernel/addresses.ts"
import { ownPath } from "./own-path.ts"
import { pages } from "./pages.ts"

/** Headers of a redirect whose address may be a secret. */
export const ofRedirect = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" }

/** Redirects to a page from an address of it that a text, a mail program or a keyboard changed. */
export function leadToMeantAddress(server: FastifyInstance, { addresses }: App): void {
  const { host, pathname } = new URL(addresses.short)
  const ofLinks = host === new URL(addresses.base).host ? [pathname] : []
  const ours = new Set([...ofLinks, ...pages.map(({ path }) => path)].map((path) => path.split("/")[1] ?? ""))
  server.addHook("preHandler", async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return
    const location = meantAddress(request.url, ours)
    if (location !== undefined)
      return reply
        .code(303)
        .headers({ ...ofRedirect, location })
        .send()
  })
}

/** First parts of paths after which the second part has no capitals either. */
const inSmallLetters = new Set(["d", "developers", "pay"])

/**
 * Finds the page's address that a visitor meant, where a text or a mail program appended something, a site appended its
 * parameter, or letters became capitals. Undefined: the address as it is, or none of a page. `ours` has the first parts
 * of the pages' paths.
 */
export function meantAddress(url: string, ours: ReadonlySet<string>): string | undefined {
  const sent = decodeURIComponent(url.replace(/\?.*/s, ""))
  if (!sent.startsWith("/") || sent.includes("\0")) return undefined
  const { path, query } = readPathAndQuery(url)
  const [, first = "", second = "", ...others] = withoutLeftovers(decodeURIComponent(path)).split(/\/+/)
  const start = first.toLowerCase()
  if ((reservedSlugs.has(start) || start.startsWith(".")) && !ours.has(start)) return undefined
  const parts = [start, inSmallLetters.has(start) ? second.toLowerCase() : second, ...others]
  if (parts.includes(".") || parts.includes("..")) return undefined // browsers send no such parts
  const meant = `/${parts.join("/").replace(/\/$/, "")}`
  const meantQuery = query.replace(/^((?:open|folder)=[\w-]+)(?![\w&=-]).*$/s, "$1")
  if ((meant === sent && meantQuery === query) || !/^\/$|[\p{L}\p{N}_-]$/u.test(meant)) return undefined
  const encoded = encodeURI(meant)
  return ownPath(query === "" ? encoded : `${encoded}?${meantQuery}`, ownPath(encoded, "/"))
}
