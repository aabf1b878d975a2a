import type { FastifyReply, FastifyRequest } from "fastify"
import type { App } from "#access/perform.ts"
import { ServiceError } from "#kernel/error.ts"
import { guard } from "./guard.ts"
import type { Transport } from "./transport.ts"

/** Makes the first hook of each console route: responses are not cached, and only the console may call it. */
export function consoleDoor(transport: Transport) {
  const { onRequest } = guard(transport, "console", { countsMisses: false })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff", vary: "Cookie" })
    await onRequest(request, reply)
    refuseOthers(request, transport.app.addresses.base)
  }
}

/**
 * Refuses pages of other sites, and programs with a token. A browser without `Sec-Fetch-Site` sends `Origin` with each
 * change. @throws ServiceError 403.
 */
function refuseOthers({ headers }: FastifyRequest, base: string): void {
  if (headers.authorization !== undefined) throw notForPrograms()
  const site = headers["sec-fetch-site"]
  const { origin } = headers
  const isOurs = (site === undefined || site === "same-origin") && (origin === undefined || origin === originOf(base))
  if (!isOurs) throw notForOthers()
}

/** Browsers send `Origin` with every POST. @throws ServiceError 403 without this service's. */
export function requireOwnOrigin({ addresses }: Pick<App, "addresses">, { headers }: FastifyRequest): void {
  if (headers.origin !== originOf(addresses.base)) throw notForOthers()
}

const originOf = (base: string) => new URL(base).origin

const notForPrograms = () =>
  new ServiceError("invalid_request", "Console endpoints don’t accept tokens.", {
    status: 403,
    hint: "Use the public API (/openapi.json) or the tool server.",
  })

const notForOthers = () =>
  new ServiceError("invalid_request", "This request came from another site.", {
    status: 403,
    hint: "Try again in the console.",
  })
