import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from "fastify"
import type { Connection } from "#domains/connections/index.ts"
import { keepToLimit } from "../transport/count-request.ts"
import { continueTrace } from "../transport/door/trace-requests.ts"
import { endOfTurn } from "../transport/end-of-turn.ts"
import { logRequestFault, toServiceError } from "../transport/error-envelope.ts"
import type { HttpCall } from "../transport/http-call.ts"
import { readJson } from "../transport/json-body.ts"
import type { Transport } from "../transport/transport.ts"
import { isSignInFirst, resourceMetadataUrl, signInFirst } from "../transport/well-known.ts"
import type { HttpAnswer } from "./answer.ts"
import { invalidToken } from "./challenge.ts"
import { corsHeaders, mcpPreflight } from "./cors.ts"
import { dispatch, findCaller, type Received } from "./dispatcher.ts"
import { eraOf } from "./eras.ts"
import { headerGuard } from "./guard.ts"
import { type Mcp, type McpParts, openMcp } from "./mcp.ts"
import { readMeta, readRpcMessage } from "./message.ts"
import { errorBody, RpcFault, rpcCodes } from "./rpc.ts"

/** The tool server as a Fastify plugin: one address, one POST per message, no sessions. */
export function mcpSurface(transport: Transport, parts: McpParts): FastifyPluginAsync {
  const { settings } = parts
  const cors = corsHeaders(settings.mcpOrigins)
  return async (server) => {
    const mcp = openMcp(transport, parts)
    const guard = headerGuard(transport.app.addresses, settings.mcpOrigins)
    server.removeAllContentTypeParsers()
    server.addContentTypeParser("application/json", { parseAs: "buffer" }, readJson)
    server.setErrorHandler((thrown, request, reply) => send(reply, toAnswer(transport, thrown, { request, reply })))
    parts.stop?.addEventListener("abort", mcp.subscriptions.close)
    server.addHook("preClose", async () => mcp.subscriptions.close())
    server.addHook("onClose", () => mcp.audit.flush())
    server.addHook("onRequest", (request, reply, done) => {
      try {
        guard(request.headers)
        const readable = cors(request.headers.origin)
        if (readable) reply.headers(readable)
        if (lacksToken(request)) return void refuse(mcp, request, reply).catch(done)
        done()
      } catch (fault) {
        done(fault as Error)
      }
    })
    for (const url of pathsOf(transport.app.addresses.mcp)) {
      server.route({ method: "POST", url, config: { endpointId: "mcp" }, handler: answerPost(mcp) })
      server.route(otherMethods(url))
    }
  }
}

function lacksToken(request: FastifyRequest): boolean {
  return isSignInFirst(request) && request.headers.authorization === undefined && request.method !== "OPTIONS"
}

async function refuse(mcp: Mcp, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  keepToLimit(await count(mcp, request, undefined), reply)
  const refusal = invalidToken(mcp.app.addresses, "This address needs an access token.")
  return send(reply, withMetadataOf(request, mcp, refusal))
}

function withMetadataOf(request: FastifyRequest, { app }: Mcp, answer: HttpAnswer): HttpAnswer {
  const challenge = answer.headers?.["www-authenticate"]
  if (challenge === undefined || !isSignInFirst(request)) return answer
  const metadata = resourceMetadataUrl(app.addresses)
  const own = challenge.replace(`"${metadata}"`, `"${metadata}${signInFirst}"`)
  return { ...answer, headers: { ...answer.headers, "www-authenticate": own } }
}

/** Some clients add a slash to the end of the address. */
function pathsOf(address: string): string[] {
  const { pathname } = new URL(address)
  return pathname === "/" ? ["/"] : [pathname, `${pathname}/`]
}

function answerPost(mcp: Mcp) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const received = read(mcp, request)
    continueTrace(request, readMeta(received.message.params)?.traceparent)
    const caller = await findCaller(mcp, received)
    const refusal = caller && "status" in caller ? caller : undefined
    const connection = caller && "grantId" in caller ? caller : undefined
    keepToLimit(await count(mcp, request, connection), reply)
    const { era, message } = received
    if (!refusal && era.hasStreams && message.kind === "request" && message.method === "subscriptions/listen") {
      const network = mcp.transport.findNetwork(request.raw)
      return mcp.subscriptions.listen(message, { network, connection }, reply)
    }
    const answer = refusal ?? (await dispatch(mcp, received, connection))
    await endOfTurn()
    return send(reply, withMetadataOf(request, mcp, answer))
  }
}

function read({ eras }: Mcp, request: FastifyRequest): Received {
  const { authorization, "svc-workspace": workspace } = request.headers
  const message = readRpcMessage(request.body)
  const era = eraOf(eras, message, request.headers)
  era.check(message, request.headers)
  return {
    era,
    message,
    authorization,
    workspaceSlug: workspace === undefined ? undefined : String(workspace),
    requestId: request.id,
  }
}

/** Counts by connection, or else by network. The first call above the limit gets a line in the audit record. */
async function count({ transport, app, audit }: Mcp, request: FastifyRequest, connection: Connection | undefined) {
  if (!connection) return transport.rateLimit.count("reads", transport.findNetwork(request.raw))
  const { grantId, accountId, workspaceId } = connection
  const rate = await transport.rateLimit.count("tools", grantId)
  if (rate.isFirstTooMany) {
    const line = { grantId, accountId, workspaceId, tool: "any", outcome: "rate_limited" }
    audit.add({ ...line, requestId: request.id, at: app.now() })
  }
  return rate
}

/** MCP 2025-06-18, transports: without a stream of server messages, GET is 405; without sessions, DELETE is. */
function otherMethods(url: string): RouteOptions {
  return {
    method: ["GET", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS"],
    url,
    exposeHeadRoute: false,
    config: { endpointId: "mcp" },
    onRequest: async (request, reply) => {
      reply.header("allow", "POST")
      if (request.method === "OPTIONS" && reply.hasHeader("access-control-allow-origin")) {
        return send(reply, { status: 204, headers: mcpPreflight })
      }
      throw new RpcFault(rpcCodes.invalidRequest, "Only POST is allowed. Send each message in its own POST.", {
        status: 405,
      })
    },
    handler: () => undefined,
  }
}

function toAnswer({ app }: Transport, thrown: unknown, { request, reply }: HttpCall): HttpAnswer {
  if (thrown instanceof RpcFault) return { status: thrown.status, body: errorBody(thrown.id, thrown) }
  const error = toServiceError(thrown)
  logRequestFault(app.log, error, request)
  const { code, retryAfterSeconds } = error
  const headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }
  if (code === "rate_limited") {
    const limit = reply.getHeader("ratelimit-limit")
    const error_description = `Too many calls. The limit is ${limit} per minute. Wait for the number of seconds in Retry-After.`
    return { status: error.status, headers, body: JSON.stringify({ error: code, error_description }) }
  }
  const isOurs = error.status >= 500
  const rpcCode = isOurs ? rpcCodes.internalError : error.status === 400 ? rpcCodes.parseError : rpcCodes.invalidRequest
  const hint = isOurs ? "Try again in a moment." : error.hint
  const message = hint ? `${error.message} ${hint}` : error.message
  return { status: error.status, headers, body: errorBody(undefined, { code: rpcCode, message }) }
}

function send(reply: FastifyReply, { status, headers, body }: HttpAnswer): FastifyReply {
  reply.code(status).headers({ ...everyAnswer, ...headers })
  if (body !== undefined) reply.header("content-type", "application/json")
  return reply.send(body)
}

const everyAnswer = { "cache-control": "no-store", "x-content-type-options": "nosniff" }
