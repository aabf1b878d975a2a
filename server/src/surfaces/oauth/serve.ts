import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import { systemContext } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import type { Context } from "#kernel/context.ts"
import { guard } from "../pages/guard.ts"
import { limit } from "../rest/admit.ts"
import type { Rest } from "../rest/rest.ts"
import { answerWithOAuthError, answerWithPage } from "./answer-error.ts"
import { authorizationEndpoint } from "./authorize.ts"
import { type Client, clientOf } from "./client.ts"
import { authorizationServerMetadata, metadataPaths, pathOf } from "./metadata.ts"
import { OAuthError } from "./oauth-error.ts"
import { addMetadata } from "./send-metadata.ts"
import { tokenEndpoint } from "./token.ts"

/** The authorization server on its host, as a Fastify plugin: authorize, token, metadata. */
export function oauthSurface(rest: Rest, settings: Settings): FastifyPluginAsync {
  const { app } = rest
  const cx = systemContext(app)
  const client = clientOf(settings)
  const root = pathOf(app.addresses.auth)
  return async (server) => {
    const metadata = authorizationServerMetadata(app.addresses)
    for (const path of metadataPaths(app.addresses).server) addMetadata(server, rest, path, metadata)
    await server.register(async (server) => addAuthorize(server, rest, { cx, client, url: `${root}/oauth/authorize` }))
    await server.register(async (server) => addToken(server, rest, { cx, client, url: `${root}/api/oauth/token` }))
    for (const path of ["/register", "/oauth/register", "/api/oauth/register"]) {
      await server.register(async (server) => addRegistration(server, rest, `${root}${path}`))
    }
  }
}

interface Endpoint {
  cx: Context
  client: Client
  url: string
}

/** RFC 9700 §2.6: the authorization endpoint "MUST NOT support CORS". */
function addAuthorize(server: FastifyInstance, rest: Rest, { cx, client, url }: Endpoint): void {
  server.setErrorHandler(answerWithPage(rest.app.log, rest.app.brandName))
  const hooks = guard(rest, "writes", { countsMisses: false })
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" }
  server.addHook("onRequest", async (_request, reply) => void reply.headers(headers))
  server.get(url, { ...hooks, exposeHeadRoute: false }, authorizationEndpoint(cx, client))
  const others = ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
  server.route({ ...hooks, method: others, url, handler: wrongMethod("GET") })
}

function addToken(server: FastifyInstance, rest: Rest, { cx, client, url }: Endpoint): void {
  server.setErrorHandler(answerWithOAuthError(rest.app.log))
  readFormsOnly(server)
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await limit(rest, "reads", request, reply)
    // RFC 6749 §5.1: "MUST include the HTTP Cache-Control response header field with a value of no-store".
    reply.headers({ "cache-control": "no-store", pragma: "no-cache", "referrer-policy": "no-referrer" })
  }
  server.post(url, { onRequest }, tokenEndpoint(cx, client))
  server.options(url, { onRequest }, (_request, reply) => reply.code(204).headers(preflight).send())
  const others = ["GET", "HEAD", "PUT", "PATCH", "DELETE"]
  server.route({ onRequest, method: others, url, exposeHeadRoute: false, handler: wrongMethod("POST, OPTIONS") })
}

const preflight = {
  allow: "POST, OPTIONS",
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-allow-headers": "Content-Type, MCP-Protocol-Version",
  "access-control-max-age": "7200",
}

/** RFC 6749 §3.2: the parameters come in "application/x-www-form-urlencoded" format; nothing else is read. */
function readFormsOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const options = { parseAs: "string" as const, bodyLimit: 16_384 }
  server.addContentTypeParser("application/x-www-form-urlencoded", options, (_request, body, done) => done(null, body))
  server.addContentTypeParser("*", options, (_request, _body, done) =>
    done(new OAuthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.")),
  )
}

/** Clients are registered in advance; RFC 7591 is not offered. A client that tries learns what to do instead. */
function addRegistration(server: FastifyInstance, rest: Rest, url: string): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser("*", (_request, _body, done) => done(null))
  server.setErrorHandler(answerWithOAuthError(rest.app.log))
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await limit(rest, "reads", request, reply)
    const guide = `${rest.app.addresses.base}/auth.md`
    throw new OAuthError("invalid_request", `Clients are registered in advance. ${guide} names the client_id.`, 404)
  }
  server.all(url, { onRequest, exposeHeadRoute: false }, () => undefined)
}

const wrongMethod = (allow: string) => (request: FastifyRequest, reply: FastifyReply) => {
  reply.header("allow", allow)
  throw new OAuthError("invalid_request", `The method ${request.method} does not exist here. Use ${allow}.`, 405)
}
