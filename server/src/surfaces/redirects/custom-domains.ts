import type { IncomingMessage, RequestListener } from "node:http"
import { isIP } from "node:net"
import type { FastifyInstance, FastifyPluginAsync } from "fastify"
import type { App } from "#access/perform.ts"
import { findHostname, isNonce, leadPath, leadToken } from "#domains/workspaces/index.ts"
import { DomainArrivals } from "#engines/edge/arrivals.ts"
import { notFound } from "#kernel/error.ts"

/** The constraint of a route that is served on custom domains. */
export const onCustomDomain = { customDomain: "yes" } as const

/** The hostname of a request, in the form in which domains are stored. */
export function requestHostname({ headers }: Pick<IncomingMessage, "headers">): string {
  return (headers.host ?? "").replace(/:\d+$/, "").replace(/\.$/, "").toLowerCase()
}

export interface CustomDomains {
  /** The router's rule: a custom domain serves only routes with `onCustomDomain`, and no other host serves them. */
  readonly strategy: Strategy
  /** Wraps the handler of requests. Looks up the request's host among the custom domains before the handler runs. */
  beforeRouting(handle: RequestListener): RequestListener
}

type Strategy = Parameters<FastifyInstance["addConstraintStrategy"]>[0]

/** Looks up before the router runs: a router that waits slows every request by a sixth. Other hosts skip it. */
export function openCustomDomains(app: App): CustomDomains {
  const { addresses } = app
  const own = Object.values(addresses).map((address) => new URL(address))
  const ours = new Set(own.map(({ hostname }) => hostname))
  const oursAsSent = new Set(own.map(({ host }) => host)) // most requests, which need no further check
  const found = new WeakSet<IncomingMessage>()
  const isAttached = lookUpWith(app)
  return {
    strategy: {
      name: "customDomain",
      mustMatchWhenDerived: true,
      storage: handlersByValue,
      deriveConstraint: (request: IncomingMessage) => (found.has(request) ? onCustomDomain.customDomain : undefined),
    } as Strategy,
    beforeRouting: (handle) => (request, response) => {
      if (oursAsSent.has(request.headers.host ?? "")) return handle(request, response)
      const hostname = requestHostname(request)
      if (!mayBeCustom(hostname, ours) || isOfEachHost(request.url)) return handle(request, response)
      isAttached(hostname)
        .catch(() => true) // the route that may match reports the fault
        .then((isCustom) => {
          if (isCustom) found.add(request)
          handle(request, response)
        })
    },
  }
}

/** A name that is only claimed is looked at in the DNS first: its visitors have begun to arrive. */
function lookUpWith(app: App): (hostname: string) => Promise<boolean> {
  const reading = { db: app.database.read, now: app.now }
  const arrivals = new DomainArrivals(app)
  return async (hostname) => {
    const known = await findHostname(reading, hostname)
    if (known !== "claimed") return known === "attached"
    await arrivals.poll(hostname)
    return (await findHostname(reading, hostname)) === "attached"
  }
}

/** A load balancer may use any host name for the health check, which must not need the database. */
const isOfEachHost = (url = "") => url.startsWith("/api/health") || url.startsWith(leadPath)

/** Shows, on every host, that a request for this host reaches the service. */
export function leadSurface({ keyring }: App): FastifyPluginAsync {
  return async (server) => {
    server.get<{ Params: { nonce: string } }>(`${leadPath}:nonce`, async ({ params, raw }, reply) => {
      if (!isNonce(params.nonce)) throw notFound("Nothing exists at this URL.")
      reply.header("cache-control", "no-store").type("text/plain")
      return leadToken(keyring, requestHostname(raw), params.nonce)
    })
  }
}

function mayBeCustom(hostname: string, ours: ReadonlySet<string>): boolean {
  return hostname.includes(".") && !ours.has(hostname) && isIP(hostname) === 0
}

function handlersByValue<Handler>() {
  const handlers = new Map<unknown, Handler>()
  return {
    get: (value: unknown) => handlers.get(value) ?? null,
    set: (value: unknown, handler: Handler) => void handlers.set(value, handler),
  }
}
