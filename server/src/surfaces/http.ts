import type { IncomingMessage, ServerOptions } from "node:http"
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify"
import { type App, systemContext } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import { recordSessionUses } from "#domains/accounts/index.ts"
import { mendPath } from "#kernel/addresses.ts"
import { ServiceError } from "#kernel/error.ts"
import type { Log, RequestLog } from "#kernel/log.ts"
import { http } from "#kernel/node-http.ts"
import { assistantSurface } from "./assistant/serve.ts"
import { toolSignInSurface } from "./assistant/tool-server-callback.ts"
import { consoleSurface } from "./console/serve.ts"
import { discoverySurface } from "./discovery/serve.ts"
import { healthSurface, type Lifecycle } from "./health/serve.ts"
import { hostsOf, onHost } from "./hosts.ts"
import { liveSurface } from "./live/serve.ts"
import { mcpSurface } from "./mcp/serve.ts"
import { oauthSurface } from "./oauth/serve.ts"
import { metadataPointers, resourceMetadataSurface } from "./oauth/serve-metadata.ts"
import { pagesSurface, refusalPages } from "./pages/serve.ts"
import { type CustomDomains, leadSurface, openCustomDomains } from "./redirects/custom-domains.ts"
import { filesSurface } from "./redirects/files.ts"
import { openShortLinks } from "./redirects/short-links.ts"
import { resources } from "./resources/resources.ts"
import { restSurface } from "./rest/serve.ts"
import { supportedVersions } from "./rest/versions/versions.ts"
import { isSandbox, sandboxSurface } from "./sandbox/serve.ts"
import { isForSocket } from "./sockets/admit.ts"
import { serveDocsSockets } from "./sockets/docs-sockets.ts"
import { beginAndCount, faultHeaders } from "./transport/count-request.ts"
import { limitBodies } from "./transport/door/body-timeout.ts"
import { boundPipelining, limitConnections } from "./transport/door/connection-limits.ts"
import { findHeaderFault } from "./transport/door/header-fault.ts"
import { connectRefuser, parserFaultAnswerer } from "./transport/door/parser-faults.ts"
import { stopping, tooManyConnections } from "./transport/door/protocol-refusals.ts"
import { traceRequests } from "./transport/door/trace-requests.ts"
import { answerWithEnvelope } from "./transport/error-envelope.ts"
import type { RefusalPages } from "./transport/http-call.ts"
import { asksForPage } from "./transport/negotiate.ts"
import { logRequests, type Measure, type Observe, requestId } from "./transport/request-log.ts"
import { openTransport, type Transport } from "./transport/transport.ts"
import type { Version } from "./transport/version.ts"
import { uploadsSurface } from "./uploads/serve.ts"
import { webhooksSurface } from "./webhooks/serve.ts"

export interface HttpParts {
  readonly app: App
  readonly settings: Settings
  readonly log: RequestLog
  readonly observe?: Observe
  readonly measure?: Measure
  readonly versions?: readonly Version[]
  /** Makes `/api/health/serving` and `/api/health/ready` refuse once the process stops. */
  readonly lifecycle?: Lifecycle
  /** Aborted when the process stops, to end requests that would never end by themselves. */
  readonly stop?: AbortSignal
}

/** Makes the one HTTP server with every surface; it does not listen yet. `close()` lets running requests finish. */
export async function openHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { app, settings, log, observe, versions = supportedVersions } = parts
  const transport = openTransport(app, settings, versions)
  const domains = openCustomDomains(app)
  const refusals = refusalPages(transport, settings)
  const server = newServer(transport, domains, answerBadAddress(transport, log, refusals))
  if (app.tracing) traceRequests(server, app.tracing, settings.trustedProxies)
  const logAnswer = logRequests(server, log, observe)
  server.setErrorHandler(answerWithEnvelope(log))
  const isTooMany = limitConnections(server.server, {
    most: settings.maxConnections,
    unreadMs: settings.unreadSeconds * 1_000,
  })
  refuseAtTheDoor(server, transport, isTooMany)
  limitBodies(server, 30_000)
  serveDocsSockets(server, { transport, host: hostsOf(settings).base, isTooMany, log, observe })
  server.addConstraintStrategy(domains.strategy)
  registerSurfaces(server, transport, { ...parts, refusals, logAnswer })
  server.addHook("onClose", () => recordSessionUses(systemContext(app)))
  await server.ready()
  return server
}

interface SurfaceParts extends HttpParts {
  readonly refusals: RefusalPages
  readonly logAnswer: ReturnType<typeof logRequests>
}

function registerSurfaces(server: FastifyInstance, transport: Transport, parts: SurfaceParts): void {
  const { app, settings, refusals, logAnswer, lifecycle = { phase: "serving" } } = parts
  const { auth, base, files, mcp, short } = hostsOf(settings)
  const links = openShortLinks(transport, refusals)
  server.register(onHost(base, restSurface(transport)))
  server.register(onHost(base, consoleSurface(transport)))
  server.register(onHost(base, liveSurface(transport, { ...parts, most: settings.maxConnections / 2, logAnswer })))
  server.register(onHost(base, assistantSurface(transport, { ...parts, most: settings.maxConnections / 4, logAnswer })))
  server.register(onHost(base, pagesSurface(transport, settings)))
  server.register(onHost(base, toolSignInSurface(transport, refusals)))
  server.register(onHost(auth, oauthSurface(transport, settings, refusals)))
  server.register(onHost(mcp, resourceMetadataSurface(transport)))
  server.register(onHost(base, metadataPointers(transport)))
  server.register(onHost(base, discoverySurface(transport, settings, "base")))
  server.register(onHost(mcp, discoverySurface(transport, settings, "mcp")))
  server.register(onHost(base, webhooksSurface(app)))
  server.register(onHost(files, filesSurface(app)))
  server.register(onHost(base, uploadsSurface(transport)))
  server.register(
    onHost(mcp, mcpSurface(transport, { ...parts, most: settings.maxConnections / 8, resources, logAnswer })),
  )
  server.register(onHost(short, links.shared))
  server.register(links.custom)
  const { payments } = app
  if (isSandbox(payments) && !settings.isProduction) server.register(onHost(base, sandboxSurface(app, payments)))
  server.register(leadSurface(app))
  server.register(healthSurface(app, lifecycle)) // on every host, since a load balancer asks by address
}

type AnswerBadAddress = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

function newServer(transport: Transport, domains: CustomDomains, frameworkErrors: AnswerBadAddress): FastifyInstance {
  return Fastify({
    logger: false,
    genReqId: requestId,
    requestIdHeader: false,
    rewriteUrl: ({ url = "" }) => mendPath(url), // so that the router finds the route, which answers as always
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 256 }, // a file's address has 120 characters
    schemaController: { compilersFactory: noSchemas },
    return503OnClosing: false, // `refuseAtTheDoor` does this, with the envelope
    forceCloseConnections: "idle",
    serverFactory: (handle) => http.createServer(serverOptions, boundPipelining(domains.beforeRouting(handle))),
    clientErrorHandler: parserFaultAnswerer((address) => faultHeaders(transport, address)),
    frameworkErrors,
  })
}

const serverOptions: ServerOptions = {
  shouldUpgradeCallback: isForSocket, // any other upgrade request gets a normal response
  requireHostHeader: false, // a missing one is refused with the envelope, which Node would not send
  headersTimeout: 10_000,
  maxHeaderSize: 16 * 1024,
  requestTimeout: 0, // `limitBodies` does this, except for files
  keepAliveTimeout: 72_000, // longer than a load balancer's usual 60 s, so that it closes first
  connectionsCheckingInterval: 2_000,
}

/** Actions have their own schemas. By default Fastify loads compilers (5 MB) that nothing would use. */
const noSchemas = { buildValidator: schemasAreNotUsed, buildSerializer: schemasAreNotUsed }

function schemasAreNotUsed(): never {
  throw new Error("A route has no schema here; its action has one.")
}

/** Answers an address with a part that is longer than any that this service makes. */
function answerBadAddress(transport: Transport, log: Log, pages: RefusalPages): AnswerBadAddress {
  const envelope = answerWithEnvelope(log)
  const count = beginAndCount(transport, "reads")
  const notFound = () => new ServiceError("not_found", "Nothing exists at this URL.")
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal: unknown = await count(request, reply).then(notFound, (error) => error)
    if (!asksForPage(request.headers.accept)) return envelope(refusal, request, reply)
    return pages.sendErrorPage(refusal, { request, reply })
  }
  return (_error, request, reply) => {
    reply.header("x-request-id", request.id)
    answer(request, reply).catch((error) => envelope(error, request, reply))
  }
}

/** Refuses requests after the stop began, over a connection too many, or with headers that can be read in two ways. */
function refuseAtTheDoor(
  server: FastifyInstance,
  transport: Transport,
  isTooMany: (request: IncomingMessage) => boolean,
): void {
  const count = beginAndCount(transport, "reads")
  let isStopping = false
  // An unknown `Expect` may be ignored (RFC 9110 §10.1.1); Node would refuse it without the envelope.
  server.server.on("checkExpectation", (request, response) => server.server.emit("request", request, response))
  server.server.on(
    "connect",
    connectRefuser((address) => faultHeaders(transport, address)),
  )
  server.addHook("preClose", (done) => {
    isStopping = true
    done()
  })
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id)
    const crowded = isTooMany(request.raw)
    const fault = isStopping ? stopping() : crowded ? tooManyConnections() : findHeaderFault(request.raw)
    if (!fault) return done()
    if (crowded) reply.header("connection", "close")
    count(request, reply).then(() => done(fault), done)
  })
}
