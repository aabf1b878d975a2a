import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import { type App, systemContext } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import { readKeptAsset } from "#domains/assets/index.ts"
import { reservedSlugs } from "#domains/workspaces/index.ts"
import { knownBrowserCookie } from "../transport/buyer-cookie.ts"
import { beginAndCount } from "../transport/count-request.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"
import { guard } from "../transport/guard.ts"
import type { HttpCall } from "../transport/http-call.ts"
import { asksForPage } from "../transport/negotiate.ts"
import type { Transport } from "../transport/transport.ts"
import { sendPersonalData } from "./account/personal-data.ts"
import { type BuiltPages, openBuiltPages } from "./built-pages.ts"
import { getFileUrl } from "./delivery/load.ts"
import { sendButton } from "./embed/send-button.ts"
import type { Form } from "./form.ts"
import { fillPath, formPagePath } from "./form-page-path.ts"
import { forms } from "./forms.ts"
import { shortcuts } from "./install/manifest.ts"
import { addInstallables } from "./install/serve.ts"
import { sendMailHtml } from "./mailbox/load.ts"
import { leadToMeantAddress, ofRedirect } from "./meant-address.ts"
import type { Page } from "./page.ts"
import { pages } from "./pages.ts"
import { sendPaymentForm } from "./pay/form.ts"
import { getPublicFileUrl, sendPublicMarkdown } from "./public-doc/load.ts"
import { sendFeed } from "./seller/feed.ts"
import { type PageParts, sendAsset, sendErrorPage, sendPage } from "./send.ts"
import { sendLogo } from "./send-logo.ts"
import { sendToWorkspace } from "./send-to-workspace.ts"
import { getSharedFileUrl } from "./share/load.ts"
import { readForm, takeForm } from "./take-form.ts"
import { unknownAddress } from "./unknown-address.ts"
import { readOneClick } from "./unsubscribe/forms.ts"
import { visitOf } from "./visit.ts"

const builtPages = new URL("../../../../web/dist", import.meta.url).pathname

/** The folders with the files that pages load. */
export const builtAssets: readonly string[] = ["client", "server"].map((side) => `${builtPages}/${side}/assets`)

/** The pages, their forms and their assets, as a Fastify plugin. */
export function pagesSurface(transport: Transport, settings: Settings): FastifyPluginAsync {
  const parts = openPageParts(transport, settings)
  return async (server) => {
    server.addContentTypeParser("application/x-www-form-urlencoded", { bodyLimit: 16_384, parseAs: "string" }, readForm)
    server.removeContentTypeParser("text/plain")
    server.addContentTypeParser("*", { bodyLimit: 16_384, parseAs: "string" }, readOneClick)
    server.setErrorHandler((thrown, request, reply) => sendErrorPage(parts, thrown, { request, reply }))
    leadToMeantAddress(server, transport.app)
    addPages(server, transport, parts)
    server.get("/buy.js", (request, reply) => sendButton(parts, { request, reply }))
    addInstallables(server, settings.brandName)
    server.get("/assets/:name", (request, reply) => sendAsset(parts, { request, reply }))
    addNothingHere(server, transport, parts)
  }
}

function addPages(server: FastifyInstance, transport: Transport, parts: PageParts): void {
  for (const page of pages) {
    const hooks = guard(transport, "reads", { countsMisses: page.countsMisses ?? false })
    server.get(page.path, hooks, (request, reply) => {
      if (isReserved(request)) return answerNothingHere(parts, { request, reply })
      return sendPage(parts, page as Page, { request, reply })
    })
  }
  for (const form of forms) {
    const hooks = guard(transport, "writes", { countsMisses: false })
    server.post(form.path, hooks, (request, reply) => takeForm(parts, form, { request, reply }))
    addFormPageRedirect(server, transport, form)
  }
  addDownload(server, guard(transport, "reads", { countsMisses: false }), {
    path: "/delivery/:link/files/:key",
    urlFor: async (call) => getFileUrl(await visitOf(parts, undefined, call)),
  })
  addDownload(server, guard(transport, "reads", { countsMisses: true }), {
    path: "/share/:token/files/:file",
    isCounted: true,
    urlFor: async (call) => getSharedFileUrl(await visitOf(parts, undefined, call)),
  })
  addDownload(server, guard(transport, "reads", { countsMisses: true }), {
    path: "/d/:key/files/:file",
    urlFor: async (call) => getPublicFileUrl(await visitOf(parts, undefined, call)),
  })
  const misses = guard(transport, "reads", { countsMisses: true })
  server.get("/d/:key/text.md", misses, (request, reply) => sendPublicMarkdown(parts, { request, reply }))
  const hooks = guard(transport, "reads", { countsMisses: false })
  server.get("/workspaces", hooks, (request, reply) => sendToWorkspace(parts, { request, reply }))
  for (const page of Object.keys(shortcuts)) {
    server.get(`/workspaces/${page}`, hooks, (request, reply) => sendToWorkspace(parts, { request, reply }, page))
  }
  addOfSellers(server, parts.app, hooks)
  server.get("/pay/:key/form", guard(transport, "reads", { countsMisses: true }), (request, reply) =>
    sendPaymentForm(parts, { request, reply }),
  )
  server.get("/mailbox/:mail/message.html", hooks, (request, reply) => sendMailHtml(parts, { request, reply }))
  server.get("/account/data.json", hooks, (request, reply) => sendPersonalData(parts, { request, reply }))
}

function addOfSellers(server: FastifyInstance, app: App, hooks: ReturnType<typeof guard>): void {
  server.get("/@:slug/feed.atom", hooks, (request, reply) => sendFeed(app, { request, reply }))
  server.get("/logos/:key.png", hooks, (request, reply) => sendLogo(app, { request, reply }))
}

interface Download {
  path: string
  /** Each address that is returned counts as a download. */
  isCounted?: boolean
  /** A new signed address of the file, on the files' host. */
  urlFor(call: HttpCall): Promise<string>
}

/** Redirects to a file. Where downloads are counted, HEAD is refused: it would count one without sending the file. */
function addDownload(server: FastifyInstance, hooks: ReturnType<typeof guard>, download: Download): void {
  const { path, isCounted = false, urlFor } = download
  server.route({
    method: "GET",
    url: path,
    ...hooks,
    exposeHeadRoute: !isCounted,
    handler: async (request, reply) => reply.headers(ofRedirect).redirect(await urlFor({ request, reply })),
  })
  if (isCounted)
    server.head(path, hooks, (_request, reply) =>
      reply
        .code(405)
        .headers({ ...ofRedirect, allow: "GET" })
        .send(),
    )
}

/** Whether the path begins with a reserved slug. Reserved slugs begin other addresses. */
function isReserved({ params }: FastifyRequest): boolean {
  return reservedSlugs.has((params as { workspace?: string }).workspace ?? "")
}

function addNothingHere(server: FastifyInstance, transport: Transport, parts: PageParts): void {
  const count = beginAndCount(transport, "reads")
  server.get("/*", async (request, reply) => {
    await count(request, reply)
    return answerNothingHere(parts, { request, reply })
  })
}

/** A refused form's page has the form's own address. Reloading it redirects to the page that contains the form. */
function addFormPageRedirect(server: FastifyInstance, transport: Transport, form: Form): void {
  const path = formPagePath(form)
  if (path === undefined) return
  const hooks = guard(transport, "reads", { countsMisses: false })
  server.get(form.path, hooks, async (request, reply) => {
    const location = fillPath(path, request.params as Record<string, string>)
    return reply.code(303).headers({ location, "cache-control": "no-store" }).send()
  })
}

/** Answers an unknown address: browsers get an error page, other clients the JSON envelope. */
async function answerNothingHere(parts: PageParts, { request, reply }: HttpCall): Promise<FastifyReply> {
  if (asksForPage(request.headers.accept)) return sendErrorPage(parts, unknownAddress(), { request, reply })
  const forPrograms = unknownAddress(" /openapi.json lists the public API.")
  return answerWithEnvelope(parts.app.log)(forPrograms, request, reply)
}

let built: Promise<BuiltPages> | undefined

export function refusalPages(transport: Transport, settings: Settings) {
  const parts = openPageParts(transport, settings)
  return {
    sendErrorPage: (thrown: unknown, call: HttpCall) => sendErrorPage(parts, thrown, call),
    sendAsset: (call: HttpCall) => sendAsset(parts, call),
  }
}

/** Makes the dependencies of pages. All pages of a process share the same files. */
function openPageParts(transport: Transport, settings: Settings): PageParts {
  const { app, findNetwork } = transport
  const count = beginAndCount(transport, "reads")
  return {
    app,
    settings,
    findNetwork,
    knownBrowser: knownBrowserCookie(app.addresses.base),
    readKept: async (name, { request, reply }) => {
      await count(request, reply)
      return readKeptAsset(systemContext(app), name)
    },
    built: () => {
      built ??= openBuiltPages(builtPages)
      return built
    },
  }
}
