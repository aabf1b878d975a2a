import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import { perform } from "#access/perform.ts"
import { callbackPath, clientDocumentPath, issuerKeyPattern } from "#domains/tool-servers/index.ts"
import { notFound } from "#kernel/error.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"
import { sendCacheable, toCacheable } from "../transport/etag.ts"
import { guard } from "../transport/guard.ts"
import type { HttpCall, RefusalPages } from "../transport/http-call.ts"
import { asksForPage } from "../transport/negotiate.ts"
import { callerOf } from "../transport/session-cookie.ts"
import type { Transport } from "../transport/transport.ts"

/** The callback of sign-ins to a tool server, and this client's OAuth Client ID Metadata Document. */
export function toolSignInSurface(
  transport: Transport,
  pages: Pick<RefusalPages, "sendErrorPage">,
): FastifyPluginAsync {
  const { app } = transport
  const hooks = guard(transport, "writes", { countsMisses: false })
  const envelope = answerWithEnvelope(app.log)
  return async (server) => {
    server.setErrorHandler((thrown, request, reply) => {
      if (asksForPage(request.headers.accept)) return pages.sendErrorPage(thrown, { request, reply })
      return envelope(thrown, request, reply)
    })
    server.get(callbackPath(":issuerKey"), { ...hooks, exposeHeadRoute: false }, (request, reply) => {
      return comeBack(transport, { request, reply })
    })
    const headers = { "content-type": "application/json", "cache-control": "public, max-age=3600" }
    server.get(
      clientDocumentPath(":issuerKey"),
      guard(transport, "reads", { countsMisses: false }),
      (request, reply) => {
        const key = keyOf(request)
        if (!issuerKeyPattern.test(key)) throw notFound("There is no such document.")
        const document = toCacheable(JSON.stringify(clientDocument(transport, key)))
        return sendCacheable(request, reply.headers(headers), document)
      },
    )
  }
}

/** The address contains the code, so it is neither cached nor sent as a referrer. */
const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" }

async function comeBack({ app, findNetwork }: Transport, { request, reply }: HttpCall): Promise<FastifyReply> {
  reply.headers(headers)
  const caller = { ...(await callerOf(app, request)), network: findNetwork(request.raw) }
  const { finishToolServerSignIn } = await import("#domains/tool-servers/on-demand.ts")
  const answer = await perform({ app, caller }, finishToolServerSignIn, parametersOf(request))
  const query = new URLSearchParams({ server: answer.serverId, answer: answer.isSignedIn ? "in" : "refused" })
  return reply
    .code(303)
    .header("location", `${app.addresses.base}/${answer.slug}/settings/tool-servers?${query}`)
    .send()
}

/** Reads the query. A parameter that occurs twice is ignored (RFC 6749 section 3.1). */
function parametersOf(request: FastifyRequest): Record<string, string | undefined> {
  const said = { ...(request.query as Readonly<Record<string, unknown>>) }
  const once = (name: string) => (typeof said[name] === "string" ? said[name] : undefined)
  // A response with an error is a refusal, even if it also has a code.
  const code = once("error") === undefined ? once("code") : undefined
  return { issuerKey: keyOf(request), state: once("state") ?? "", code, iss: once("iss") }
}

const keyOf = ({ params }: FastifyRequest) => (params as { issuerKey: string }).issuerKey

function clientDocument({ app }: Transport, key: string): object {
  const { base } = app.addresses
  return {
    client_id: `${base}${clientDocumentPath(key)}`,
    client_name: app.brandName,
    client_uri: base,
    redirect_uris: [`${base}${callbackPath(key)}`],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "web",
  }
}
