import { randomUUID } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { networkOfAddress } from "./client-network.ts"
import { rateHeaders, writeRate } from "./headers.ts"
import { type Policy, rateLimited } from "./rate-limit.ts"
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
  const standing = await rateLimit.count(policy, who)
  writeRate(reply, standing)
  if (standing.exceeded) throw rateLimited(standing)
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
  const standing = await rateLimit.findTooManyMisses(network)
  if (!standing) return
  writeRate(reply, standing)
  throw rateLimited(standing)
}

/**
 * The headers of an answer to bytes that Node's parser refused. There is no request then, only the address of its
 * sender.
 */
export async function faultHeaders(
  { rateLimit, versions, app }: Transport,
  address: string | undefined,
): Promise<Record<string, string>> {
  const standing = await rateLimit.count("reads", networkOfAddress(address))
  return {
    ...versions.oldestAt(app.now()).headers,
    "x-request-id": randomUUID(),
    ...rateHeaders(standing),
  }
}
