import { randomBytes } from "node:crypto"
import type { FastifyReply } from "fastify"
import type { App } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import type { VisitorData } from "#contract/pages/house.ts"
import { notFound } from "#kernel/error.ts"
import { apiCatalogLink } from "../transport/api-catalog-link.ts"
import type { ProofCookie } from "../transport/buyer-cookie.ts"
import type { FindNetwork } from "../transport/client-network.ts"
import { answerWithEnvelope, logRequestFault, toServiceError } from "../transport/error-envelope.ts"
import { sendCacheable } from "../transport/etag.ts"
import type { HttpCall } from "../transport/http-call.ts"
import { prefers, prefersJson } from "../transport/negotiate.ts"
import { type BuiltPages, toAsset } from "./built-pages.ts"
import { renderDocument } from "./document.ts"
import { errorContent } from "./error/load.ts"
import type { ShownPage } from "./form.ts"
import { lastWorkspace } from "./last-workspace.ts"
import { LeadsOn } from "./leads-on.ts"
import type { Page, PageContent, Visit } from "./page.ts"
import { pageHeaders } from "./page-headers.ts"
import { themeOf } from "./theme.ts"
import { mustSignIn, signInPath, strangerOf, visitOf } from "./visit.ts"
import { visitorOf } from "./visitor.ts"

export interface PageParts {
  app: App
  settings: Settings
  /** Read from the disk once, at the first request. */
  built(): Promise<BuiltPages>
  /** Reads a file of another build. Counts the request as a read. */
  readKept(name: string, call: HttpCall): Promise<Buffer | undefined>
  findNetwork: FindNetwork
  knownBrowser: ProofCookie
}

/** Sends a page, or its JSON to a client that prefers JSON. */
export async function sendPage(parts: PageParts, page: Page, call: HttpCall): Promise<FastifyReply> {
  const visit = page.isFramed ? strangerOf(parts, call) : await visitOf(parts, page.needs, call)
  if (mustSignIn(page.needs, visit.caller)) return sendToSignIn(visit, call)
  const onwards = page.leadsOn?.(visit)
  if (onwards !== undefined) return sendOn(call, onwards)
  if (page.loadJson && prefersJson(call.request.headers.accept)) {
    return call.reply.headers(jsonHeaders(page.isPrivate)).send(await page.loadJson(visit))
  }
  if (page.alternate && prefers(call.request.headers.accept, page.alternate.type)) {
    const type = `${page.alternate.type}; charset=utf-8`
    return call.reply
      .headers({ ...jsonHeaders(page.isPrivate), "content-type": type })
      .send(page.alternate.write(visit))
  }
  try {
    const [content, visitor] = await Promise.all([page.load(visit), visitorOf(visit)])
    return sendContent(parts, page, { ...call, content, visitor })
  } catch (error) {
    if (error instanceof LeadsOn) return sendOn(call, error.to)
    throw error
  }
}

function sendOn({ reply }: HttpCall, location: string): FastifyReply {
  return reply.code(303).headers({ location, "cache-control": "no-store" }).send()
}

/** Sends a page again after its form was refused, with the refusal and the typed values. */
export async function sendPageAgain(
  parts: PageParts,
  page: Page,
  { visit, status, ...call }: HttpCall & { visit: Visit; status: number },
): Promise<FastifyReply> {
  const [content, visitor] = await Promise.all([page.load(visit), visitorOf(visit)])
  return sendContent(parts, page, { ...call, content: { ...content, status }, visitor })
}

export async function sendTaken(
  parts: PageParts,
  { content, ...page }: ShownPage,
  { visit, ...call }: HttpCall & { visit: Visit },
): Promise<FastifyReply> {
  return sendContent(parts, page, { ...call, content, visitor: await visitorOf(visit) })
}

/** Redirects a visitor to sign in, and afterwards back to this path. */
export function sendToSignIn({ path }: Visit, call: HttpCall): FastifyReply {
  return sendOn(call, signInPath(path))
}

/** Sends a refusal as a page, or as the JSON envelope to a client that prefers JSON. */
export async function sendErrorPage(parts: PageParts, thrown: unknown, call: HttpCall): Promise<FastifyReply> {
  if (prefersJson(call.request.headers.accept)) {
    call.reply.headers(jsonHeaders(true))
    return answerWithEnvelope(parts.app.log)(thrown, call.request, call.reply)
  }
  const error = toServiceError(thrown)
  logRequestFault(parts.app.log, error, call.request)
  if (error.retryAfterSeconds !== undefined) call.reply.header("retry-after", String(error.retryAfterSeconds))
  const visitor = error.status < 500 && error.status !== 429 ? await visitorIfFound(parts, call) : null
  const content = errorContent(error, call.request.url)
  return sendContent(parts, { id: "error", isPrivate: true }, { ...call, content, visitor })
}

/** The signed-in visitor, for a page that is sent even if the look-up fails. */
async function visitorIfFound(parts: PageParts, call: HttpCall): Promise<VisitorData | null> {
  try {
    return await visitorOf(await visitOf(parts, undefined, call))
  } catch (error) {
    logRequestFault(parts.app.log, toServiceError(error), call.request)
    return null
  }
}

/** Sends one of the pages' assets. Names contain a hash of the content, so browsers may cache them forever. */
export async function sendAsset(parts: PageParts, { request, reply }: HttpCall): Promise<FastifyReply> {
  const { name } = request.params as { name: string }
  const asset = (await parts.built()).find(name) ?? toAsset(name, await parts.readKept(name, { request, reply }))
  if (!asset) throw notFound("This file doesn’t exist.")
  reply.headers({
    "content-type": asset.type,
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  })
  return sendCacheable(request, reply, asset.content)
}

async function sendContent(
  { app, built }: PageParts,
  page: Pick<Page, "id" | "isPrivate" | "alternate">,
  { request, reply, content, visitor }: HttpCall & { content: PageContent<object>; visitor: VisitorData | null },
): Promise<FastifyReply> {
  const pages = await built()
  const { id } = page
  const isPrivate = page.isPrivate && content.isListed !== true
  const nonce = randomBytes(16).toString("base64url")
  const house = {
    brandName: app.brandName,
    isSandbox: app.payments.name === "sandbox",
    visitor,
    locale: readerLocale(request.headers["accept-language"]),
    theme: themeOf(app, request.headers.cookie),
  }
  const { data, lastWorkspace: slug } = content
  if (slug !== undefined && lastWorkspace.read(app, request.headers.cookie) !== slug)
    lastWorkspace.write(app, reply, slug)
  const contents = {
    head: { ...content.head, isPrivate },
    house,
    body: pages.draw(id, house, data),
    island: data.island,
  }
  return reply
    .code(content.status ?? 200)
    .headers(
      pageHeaders(
        nonce,
        { ...content, keepsOpener: isOfAuthorization(request.url) },
        app.addresses.base.startsWith("https:"),
      ),
    )
    .headers(isPrivate || content.head.isUnlisted ? { "x-robots-tag": "noindex" } : {})
    .headers(isPrivate ? {} : { link: linksOf(app.addresses, page) })
    .send(renderDocument(contents, pages.assetsOf(id, content.view), nonce))
}

function isOfAuthorization(url: string): boolean {
  return /(^\/(consent|sign-in|workspaces\/new)|\/oauth\/authorize)([/?]|$)/.test(url)
}

function linksOf(addresses: App["addresses"], { alternate }: Pick<Page, "alternate">): string {
  const catalog = apiCatalogLink(addresses)
  return alternate
    ? `${catalog}, <${addresses.base}${alternate.path}>; rel="alternate"; type="${alternate.type}"`
    : catalog
}

function jsonHeaders(isPrivate: boolean): Record<string, string> {
  return {
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    vary: "Accept",
    "x-content-type-options": "nosniff",
    ...(isPrivate ? { "x-robots-tag": "noindex" } : {}),
  }
}

/** A BCP 47 tag, or `en`. Browsers sort `Accept-Language` by preference (RFC 9110 §12.5.4). */
function readerLocale(acceptLanguage: string | undefined): string {
  const [first = ""] = (acceptLanguage ?? "").split(/[,;]/, 1)
  try {
    return Intl.getCanonicalLocales(first.trim())[0] ?? "en"
  } catch {
    return "en"
  }
}
