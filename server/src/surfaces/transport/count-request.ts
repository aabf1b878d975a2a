import { randomUUID } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { networkOfAddress } from "./client-network.ts"
import { type Policy, type Rate, rateLimited } from "./rate-limit.ts"
import type { Transport } from "./transport.ts"
import type { VersionChoice } from "./version.ts"

/** Finds the API version and the network of a request, and writes the version's headers on the reply. */
export function beginReply(
  { versions, app, findNetwork }: Transport,
  request: FastifyRequest,
  reply: FastifyReply,
): VersionChoice & { network: string } {
  const choice = versions.choose(request.headers["svc-version"], app.now())
  reply.headers(choice.version.headers)
  return { ...choice, network: findNetwork(request.raw) }
}

interface Counting {
  policy: Policy
  who: string
}

/** Counts a request and writes the rest of the limit on the reply. @throws ServiceError `rate_limited`. */
export async function countRequest(
  { rateLimit }: Transport,
  { policy, who }: Counting,
  reply: FastifyReply,
): Promise<void> {
  keepToLimit(await rateLimit.count(policy, who), reply)
}

/** Writes the rest of a limit on the reply. @throws ServiceError `rate_limited` when it is exceeded. */
export function keepToLimit(rate: Rate, reply: FastifyReply): void {
  reply.header("ratelimit-limit", String(rate.limit))
  reply.header("ratelimit-remaining", String(rate.remaining))
  reply.header("ratelimit-reset", String(rate.resetSeconds))
  if (rate.isExceeded) throw rateLimited(rate)
}

/** Makes a hook that begins the reply and counts the request for its network. It returns the result of `beginReply`. */
export function beginAndCount(transport: Transport, policy: Policy) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<VersionChoice & { network: string }> => {
    const begun = beginReply(transport, request, reply)
    await countRequest(transport, { policy, who: begun.network }, reply)
    return begun
  }
}

/** Refuses a network that guessed too often. @throws ServiceError `rate_limited`. */
export async function refuseGuessing({ rateLimit }: Transport, network: string, reply: FastifyReply): Promise<void> {
  const rate = await rateLimit.findTooManyMisses(network)
  if (rate) keepToLimit(rate, reply)
}

/** Without a request, only the sender's address is known. */
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
