import { randomUUID } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { networkOfAddress } from "../transport/client-network.ts"
import { rateHeaders, writeRate } from "../transport/headers.ts"
import { type Policy, rateLimited } from "../transport/rate-limit.ts"
import type { Choice } from "../transport/version.ts"
import type { Endpoint } from "./endpoint.ts"
import { readIdempotencyKey } from "./idempotency-key.ts"
import type { Rest } from "./rest.ts"

/**
 * The first steps of every request, before its body is read: headers, rate limit, version, form of the idempotency key.
 */
export function admit(rest: Rest, endpoint: Endpoint) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { network, version, refusal } = await limit(rest, endpoint.policy, request, reply)
    if (endpoint.countsMisses) await refuseGuessing(rest, network, reply)
    if (refusal) throw refusal
    const key = endpoint.idempotent ? readIdempotencyKey(request.headers["idempotency-key"]) : undefined
    request.admitted = { network, version, idempotencyKey: key }
  }
}

/** Starts the reply with what every response has, counts the request, and answers what it found out on the way. */
export async function limit(
  rest: Rest,
  policy: Policy,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Choice & { network: string }> {
  const begun = begin(rest, request, reply)
  await countIn(rest, policy, begun.network, reply)
  return begun
}

/** Starts the reply with the version's headers; answers the version and the network that asks. */
export function begin(rest: Rest, request: FastifyRequest, reply: FastifyReply): Choice & { network: string } {
  const choice = rest.versions.choose(request.headers["svc-version"], rest.app.now())
  reply.headers(choice.version.headers)
  return { ...choice, network: rest.findNetwork(request.raw) }
}

/**
 * Counts one request of `who` and writes how they stand.
 *
 * @throws ServiceError `rate_limited`.
 */
export async function countIn(rest: Rest, policy: Policy, who: string, reply: FastifyReply): Promise<void> {
  const standing = await rest.rateLimit.count(policy, who)
  writeRate(reply, standing)
  if (standing.exceeded) throw rateLimited(standing)
}

async function refuseGuessing(rest: Rest, network: string, reply: FastifyReply): Promise<void> {
  const standing = await rest.rateLimit.findTooManyMisses(network)
  if (!standing) return
  writeRate(reply, standing)
  throw rateLimited(standing)
}

/** The headers of an answer to what Node's parser refused: there is no request, only the peer's address. */
export async function faultHeaders(rest: Rest, address: string | undefined): Promise<Record<string, string>> {
  const standing = await rest.rateLimit.count("reads", networkOfAddress(address))
  return {
    ...rest.versions.oldestAt(rest.app.now()).headers,
    "x-request-id": randomUUID(),
    ...rateHeaders(standing),
  }
}
