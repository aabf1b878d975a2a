import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from "fastify"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { notFound } from "#kernel/error.ts"
import { beginAndCount } from "../transport/count-request.ts"
import { wrongMethod } from "../transport/door/protocol-refusals.ts"
import { endOfTurn } from "../transport/end-of-turn.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"
import { sendCacheable } from "../transport/etag.ts"
import { preflight } from "../transport/headers.ts"
import { maxBodyBytes, readJson } from "../transport/json-body.ts"
import type { Transport } from "../transport/transport.ts"
import { type Admitted, admitRequest } from "./admit.ts"
import { answerJson } from "./answer.ts"
import type { Endpoint } from "./endpoint.ts"
import { endpoints } from "./endpoints.ts"
import { inputReader } from "./input.ts"
import { openApiRoute } from "./openapi/serve.ts"

/** The public REST API as a Fastify plugin. */
export function restSurface(transport: Transport): FastifyPluginAsync {
  return async (server) => {
    server.decorateRequest("admitted", null)
    server.removeAllContentTypeParsers()
    server.addContentTypeParser("application/json", { parseAs: "buffer", bodyLimit: maxBodyBytes }, readJson)
    server.setErrorHandler(answerWithEnvelope(transport.app.log))
    for (const endpoint of endpoints) server.route(toRoute(transport, endpoint))
    const other = otherRequests(transport)
    server.route(openApiRoute(transport))
    server.all("/api/*", other)
    // Fastify accepts every hook here, although its types do not.
    server.setNotFoundHandler({ onRequest: other.onRequest } as object, other.handler)
  }
}

function toRoute(transport: Transport, endpoint: Endpoint): RouteOptions {
  return {
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    config: { endpointId: endpoint.id },
    onRequest: admitRequest(transport, endpoint),
    handler: endpoint.answers === "image/png" ? answerImage(transport, endpoint) : answerJson(transport, endpoint),
  }
}

/** Answers OPTIONS, a method that a path does not have (405), and unknown paths (404), before the body is read. */
function otherRequests(transport: Transport) {
  const count = beginAndCount(transport, "reads")
  const methodsAt = methodFinder([...endpoints, { path: "/openapi.json", method: "GET" }])
  return {
    config: { endpointId: "other" },
    exposeHeadRoute: false,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      await count(request, reply)
      const methods = methodsAt(request.url)
      if (!methods) throw noSuchAddress()
      const allow = [...methods, "OPTIONS"].join(", ")
      reply.header("allow", allow)
      if (request.method === "OPTIONS") {
        return reply.code(204).headers(preflight).header("access-control-allow-methods", allow).send()
      }
      // An allowed method arrives here when the router refused a path parameter of absurd length.
      throw methods.includes(request.method) ? noSuchAddress() : wrongMethod(request.method, allow)
    },
    handler: () => undefined,
  }
}

function methodFinder(rows: readonly Pick<Endpoint, "path" | "method">[]): (url: string) => string[] | undefined {
  const patterns = rows.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
    methods: method === "GET" ? ["GET", "HEAD"] : [method],
  }))
  return (url) => {
    const path = url.split("?", 1)[0] ?? ""
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).flatMap((found) => found.methods)
    return methods.length > 0 ? methods : undefined
  }
}

function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1")
}

const noSuchAddress = () => notFound("Nothing exists at this URL.", "/openapi.json lists every endpoint.")

/** The last steps of a request for an image. Its action returns the bytes and their entity tag. */
function answerImage(transport: Transport, endpoint: Endpoint) {
  const readInput = inputReader(endpoint)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { version } = request.admitted as Admitted
    const input = version.up(endpoint.id, readInput(request))
    const { bytes, etag } = (await perform(
      { app: transport.app, caller: anonymous, name: endpoint.id },
      endpoint.action,
      input,
    )) as Image
    reply.header("content-type", "image/png")
    reply.header("cache-control", endpoint.cacheControl)
    reply.header("x-robots-tag", "noindex") // the text on it may come from any caller
    await endOfTurn()
    return sendCacheable(request, reply, { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), etag })
  }
}

interface Image {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
}
