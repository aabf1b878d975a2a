import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import type { Context } from "#access/context.ts"
import { systemContext } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import type { Addresses } from "#kernel/addresses.ts"
import { beginAndCount, beginReply, countRequest } from "../transport/count-request.ts"
import { guard } from "../transport/guard.ts"
import type { RefusalPages } from "../transport/http-call.ts"
import type { Transport } from "../transport/transport.ts"
import { metadataPaths, pathOf } from "../transport/well-known.ts"
import { answerWithOAuthError, answerWithPage } from "./answer-error.ts"
import { authorizationEndpoint } from "./authorize.ts"
import { type Client, clientOf } from "./client.ts"
import { authorizationServerMetadata } from "./metadata.ts"
import { OAuthError } from "./oauth-error.ts"
import { addMetadata, answerPreflight } from "./serve-metadata.ts"
import { tokenEndpoint } from "./token.ts"

/** The authorization server on its host, as a Fastify plugin: authorize, token, metadata. */
export function oauthSurface(transport: Transport, settings: Settings, pages: RefusalPages): FastifyPluginAsync {
  const { app } = transport
  const cx = systemContext(app)
  const client = clientOf(settings)
  const root = pathOf(app.addresses.auth)
  return async (server) => {
    const metadata = authorizationServerMetadata(app.addresses)
    for (const path of metadataPaths(app.addresses).server) addMetadata(server, transport, { path, document: metadata })
    await server.register(async (server) =>
      addAuthorize(server, transport, { cx, client, url: `${root}/oauth/authorize`, pages }),
    )
    if (isOnItsOwn(app.addresses)) server.get("/assets/:name", (request, reply) => pages.sendAsset({ request, reply }))
    await server.register(async (server) => addToken(server, transport, { cx, client, url: `${root}/api/oauth/token` }))
    for (const path of ["/register", "/oauth/register", "/api/oauth/register"]) {
      await server.register(async (server) => addRegistration(server, transport, `${root}${path}`))
    }
  }
}

/** Whether no other surface serves the pages' assets on the authorization server's host. */
function isOnItsOwn({ auth, base, short }: Addresses): boolean {
  return ![base, short].some((address) => new URL(address).host === new URL(auth).host)
}

interface Endpoint {
  cx: Context
  client: Client
  url: string
}

/** RFC 9700 §2.6: the authorization endpoint "MUST NOT support CORS". */
function addAuthorize(
  server: FastifyInstance,
  transport: Transport,
  { cx, client, url, pages }: Endpoint & { pages: RefusalPages },
): void {
  server.setErrorHandler(answerWithPage(transport.app, pages.sendErrorPage))
  const hooks = guard(transport, "writes", { countsMisses: false })
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" }
  server.addHook("onRequest", async (_request, reply) => void reply.headers(headers))
  server.get(url, { ...hooks, exposeHeadRoute: false }, authorizationEndpoint(cx, client))
  const others = ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
  server.route({ ...hooks, method: others, url, handler: wrongMethod("GET") })
}

function addToken(server: FastifyInstance, transport: Transport, { cx, client, url }: Endpoint): void {
  readText(server)
  // RFC 6749 §5.1: "MUST include the HTTP Cache-Control response header field with a value of no-store".
  const headers = { "cache-control": "no-store", pragma: "no-cache", "referrer-policy": "no-referrer" }
  server.addHook("onRequest", async (_request, reply) => void reply.headers(headers))
  const count = async (request: FastifyRequest, reply: FastifyReply, clientId: string) => {
    const { network } = beginReply(transport, request, reply)
    await countRequest(transport, { policy: "tokens", who: `${clientId}:${network}` }, reply)
    return network
  }
  const refuse = answerWithOAuthError(transport.app.log)
  server.setErrorHandler(async (thrown, request, reply) => {
    // A body that is too long is refused before its client is known.
    const isCounted = reply.hasHeader("ratelimit-limit")
    const refusal = isCounted
      ? thrown
      : await count(request, reply, "").then(
          () => thrown,
          (tooMany) => tooMany,
        )
    return refuse(refusal, request, reply)
  })
  server.post(url, tokenEndpoint(cx, client, count))
  const onRequest = beginAndCount(transport, "reads")
  server.options(url, { onRequest }, answerPreflight("POST, OPTIONS", "Content-Type, MCP-Protocol-Version"))
  const others = ["GET", "HEAD", "PUT", "PATCH", "DELETE"]
  server.route({ onRequest, method: others, url, exposeHeadRoute: false, handler: wrongMethod("POST, OPTIONS") })
}

/** Reads every body as text, so that a body that is no form is also counted before it is refused. */
function readText(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const options = { parseAs: "string" as const, bodyLimit: 16_384 }
  server.addContentTypeParser("*", options, (_request, body, done) => done(null, body))
}

/** Clients are registered in advance; RFC 7591 is not offered. A client that tries gets instructions instead. */
function addRegistration(server: FastifyInstance, transport: Transport, url: string): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser("*", (_request, _body, done) => done(null))
  server.setErrorHandler(answerWithOAuthError(transport.app.log))
  const count = beginAndCount(transport, "reads")
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await count(request, reply)
    const guide = `${transport.app.addresses.base}/auth.md`
    throw new OAuthError("invalid_request", `Clients are not registered here. See ${guide} for the client_id.`, 404)
  }
  server.all(url, { onRequest, exposeHeadRoute: false }, () => undefined)
}

const wrongMethod = (allow: string) => (request: FastifyRequest, reply: FastifyReply) => {
  reply.header("allow", allow)
  throw new OAuthError("invalid_request", `The method ${request.method} is not allowed. Use ${allow}.`, 405)
}
