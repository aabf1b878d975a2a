import { randomUUID } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { networkOfAddress } from "./client-network.ts"
import { type Policy, type Rate, rateLimited } from "./rate-limit.ts"
import type { Transport } from "./transport.ts"
import type { Choice } from "./version.ts"

/** Finds the API version and the network of a request, and writes the version's headers on the reply. */
export function beginReply(
  { versions, app, findNetwork }: Transport,
  request: FastifyRequest,
  reply: FastifyReply,
): Choice & { network: string } {
  const choice = versions.choose(request.headers["svc-version"], app.now())
  reply.headers(choice.version.headers)
  return { ...choice, network: findNetwork(request.raw) }
}

/** The limit that a request counts against, and the network, connection or client that it counts for. */
interface Counting {
  policy: Policy
  who: string
}

/**
 * Counts one request, and writes on the reply how much of the limit is left.
 *
 * @throws ServiceError `rate_limited`.
 */
export async function countRequest(
  { rateLimit }: Transport,
  { policy, who }: Counting,
  reply: FastifyReply,
): Promise<void> {
  keepToLimit(await rateLimit.count(policy, who), reply)
}

/**
 * Writes on the reply how much of a limit is left.
 *
 * @throws ServiceError `rate_limited` when the limit is exceeded.
 */
export function keepToLimit(rate: Rate, reply: FastifyReply): void {
  reply.header("ratelimit-limit", String(rate.limit))
  reply.header("ratelimit-remaining", String(rate.remaining))
  reply.header("ratelimit-reset", String(rate.resetSeconds))
  if (rate.isExceeded) throw rateLimited(rate)
}

/** Makes a hook that begins the reply and counts the request for its network. It answers what `beginReply` found. */
export function beginAndCount(transport: Transport, policy: Policy) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Choice & { network: string }> => {
    const begun = beginReply(transport, request, reply)
    await countRequest(transport, { policy, who: begun.network }, reply)
    return begun
  }
}

/** Refuses a network that has guessed too often. @throws ServiceError `rate_limited`. */
export async function refuseGuessing({ rateLimit }: Transport, network: string, reply: FastifyReply): Promise<void> {
  const rate = await rateLimit.findTooManyMisses(network)
  if (rate) keepToLimit(rate, reply)
}

/**
 * The headers of an answer to bytes that Node's parser refused. There is no request then, only the address of its
 * sender.
 */
export async function faultHeaders(
  { rateLimit, versions, app }: Transport,
  address: string | undefined,
): Promise<Record<string, string>> {
  const { limit, remaining, resetSeconds } = await rateLimit.count("reads", networkOfAddress(address))
  return {
    ...versions.oldestAt(app.now()).headers,
    "x-request-id": randomUUID(),
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(resetSeconds),
  }
}
