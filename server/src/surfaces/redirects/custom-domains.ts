import type { IncomingMessage, RequestListener } from "node:http"
import { isIP } from "node:net"
import type { FastifyInstance } from "fastify"
import type { App } from "#access/perform.ts"
import { isOwnedHostname } from "#domains/links/index.ts"

/** What a route has among its constraints to be served on workspaces' own domains. */
export const onCustomDomain = { customDomain: "yes" } as const

/** The hostname that a request names, in the form that domains are stored in. */
export function hostnameOf({ headers }: Pick<IncomingMessage, "headers">): string {
  return (headers.host ?? "").replace(/:\d+$/, "").replace(/\.$/, "").toLowerCase()
}

export interface CustomDomains {
  /** The router's rule: on a custom domain nothing is served but what asks for it with `onCustomDomain`, and that is served nowhere else. */
  readonly strategy: Strategy
  /** Puts the question whether its host is a custom domain before the handling of a request. */
  first(handle: RequestListener): RequestListener
}

type Strategy = Parameters<FastifyInstance["addConstraintStrategy"]>[0]

/**
 * Workspaces' own domains. Whether a host is one is asked of the database, before the router runs: a router that waits
 * makes every request slower by a sixth. A host that is no verified domain is left to everything else.
 */
export function openCustomDomains({ addresses, database, now }: App): CustomDomains {
  const own = Object.values(addresses).map((address) => new URL(address))
  const ours = new Set(own.map(({ hostname }) => hostname))
  const oursAsSent = new Set(own.map(({ host }) => host)) // most requests, which need no closer look
  const found = new WeakSet<IncomingMessage>()
  return {
    strategy: {
      name: "customDomain",
      mustMatchWhenDerived: true,
      storage: handlersByValue,
      deriveConstraint: (request: IncomingMessage) => (found.has(request) ? onCustomDomain.customDomain : undefined),
    } as Strategy,
    first: (handle) => (request, response) => {
      if (oursAsSent.has(request.headers.host ?? "")) return handle(request, response)
      const hostname = hostnameOf(request)
      // A load balancer asks for our health under whatever name it knows us by, and must not need the database for it.
      if (!mayBeCustom(hostname, ours) || request.url?.startsWith("/api/health")) return handle(request, response)
      isOwnedHostname({ db: database.read, now }, hostname)
        .catch(() => true) // the route that it may belong to finds out what is wrong, and says so
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
