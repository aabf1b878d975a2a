import type { IncomingMessage } from "node:http"
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

/**
 * The router's rule for workspaces' own domains: there, nothing is served but what asks for it with `onCustomDomain`,
 * and that is served nowhere else. A host that is no verified domain is left to everything else.
 */
export function customDomains({ addresses, database, now }: App): Strategy {
  const ours = new Set(Object.values(addresses).map((address) => new URL(address).hostname))

  const strategy = {
    name: "customDomain",
    mustMatchWhenDerived: true,
    storage: handlersByValue,
    deriveConstraint(
      request: IncomingMessage,
      _context: unknown,
      done: (fault: null, value: string | undefined) => void,
    ): void {
      const hostname = hostnameOf(request)
      // A load balancer asks for our health under whatever name it knows us by, and must not need the database for it.
      if (!mayBeCustom(hostname, ours) || request.url?.startsWith("/api/health")) {
        done(null, undefined)
        return
      }
      isOwnedHostname({ db: database.read, now }, hostname).then(
        (isOwned) => done(null, isOwned ? onCustomDomain.customDomain : undefined),
        // The route that it may belong to finds out what is wrong, and says so.
        () => done(null, onCustomDomain.customDomain),
      )
    },
  }
  return strategy as unknown as Strategy // the router's types know only strategies that answer at once
}

type Strategy = Parameters<FastifyInstance["addConstraintStrategy"]>[0]

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
