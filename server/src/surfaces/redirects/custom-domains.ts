import type { IncomingMessage, RequestListener } from "node:http"
import { isIP } from "node:net"
import type { FastifyInstance } from "fastify"
import type { App } from "#access/perform.ts"
import { isOwnedHostname } from "#domains/links/index.ts"

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
export function openCustomDomains({ addresses, database, now }: App): CustomDomains {
  const own = Object.values(addresses).map((address) => new URL(address))
  const ours = new Set(own.map(({ hostname }) => hostname))
  const oursAsSent = new Set(own.map(({ host }) => host)) // most requests, which need no further check
  const found = new WeakSet<IncomingMessage>()
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
      // A load balancer may use any host name for the health check, which must not need the database.
      if (!mayBeCustom(hostname, ours) || request.url?.startsWith("/api/health")) return handle(request, response)
      isOwnedHostname({ db: database.read, now }, hostname)
        .catch(() => true) // the route that may match reports the fault
        .then((isOwned) => {
          if (isOwned) found.add(request)
          handle(request, response)
        })
    },
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
