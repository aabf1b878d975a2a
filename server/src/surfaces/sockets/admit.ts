import type { IncomingMessage } from "node:http"
import type { PersonInBrowser } from "#engines/sync/sockets/person.ts"
import { notFound, ServiceError } from "#kernel/error.ts"
import { findHeaderFault } from "../transport/door/header-fault.ts"
import { stopping, tooManyConnections } from "../transport/door/protocol-refusals.ts"
import { rateLimited } from "../transport/rate-limit.ts"
import { callerOf } from "../transport/session-cookie.ts"
import type { Transport } from "../transport/transport.ts"

export interface Door {
  readonly transport: Transport
  /** The host of the base address. Undefined when every surface shares one host. */
  readonly host: string | undefined
  readonly isTooMany: (request: IncomingMessage) => boolean
  readonly isStopping: () => boolean
}

const socketPath = "/console/docs-socket"

/** Whether a request upgrades to a docs socket. The server ignores every other `Upgrade` header. */
export function isForSocket({ headers, url = "" }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket" && pathOf(url) === socketPath
}

/**
 * Checks phase, connections, headers, host, rate limit and origin. Browsers send cookies with WebSockets of other
 * sites, so `Origin` must be the console's. Undefined without a signed-in session. @throws ServiceError
 */
export async function admitSocket(door: Door, request: IncomingMessage): Promise<PersonInBrowser | undefined> {
  const { app, findNetwork, rateLimit } = door.transport
  if (door.isStopping()) throw stopping()
  if (door.isTooMany(request)) throw tooManyConnections()
  const fault = findHeaderFault(request)
  if (fault) throw fault
  if (!isForSocket(request)) throw unknownAddress()
  if (door.host !== undefined && request.headers.host !== door.host) throw unknownAddress()
  const network = findNetwork(request)
  const rate = await rateLimit.count("console", network)
  if (rate.isExceeded) throw rateLimited(rate)
  refuseOthers(request, app.addresses.base)
  const caller = await callerOf(app, request)
  if (caller.kind !== "person" || caller.sessionId === undefined) return undefined
  return { ...caller, sessionId: caller.sessionId, network, workspaceSlug: slugOf(request) }
}

function refuseOthers({ headers }: IncomingMessage, base: string): void {
  const site = headers["sec-fetch-site"]
  const isOurs = headers.origin === new URL(base).origin && (site === undefined || site === "same-origin")
  if (!isOurs || headers.authorization !== undefined) throw notForOthers()
}

/** Returns "" for text that cannot be a slug. No workspace has that slug. */
function slugOf({ url = "" }: IncomingMessage): string {
  const slug = new URLSearchParams(url.slice(pathOf(url).length)).get("workspace") ?? ""
  return /^[a-z0-9-]{1,100}$/.test(slug) ? slug : ""
}

const pathOf = (url: string) => url.split("?", 1)[0] ?? ""

const unknownAddress = () => notFound("Nothing exists at this URL.")

const notForOthers = () =>
  new ServiceError("invalid_request", "This socket only accepts the console.", {
    status: 403,
    hint: "Try again in the console.",
  })
