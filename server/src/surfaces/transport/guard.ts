import type { FastifyReply, FastifyRequest } from "fastify"
import { ServiceError } from "#kernel/error.ts"
import { countRequest, refuseGuessing } from "./count-request.ts"
import type { Policy } from "./rate-limit.ts"
import type { Transport } from "./transport.ts"

/** Counts a route against the API's limits. With `countsMisses`, an unknown address is a guess at an offer's key. */
export function guard(transport: Transport, policy: Policy, { countsMisses }: { countsMisses: boolean }) {
  const { findNetwork, rateLimit } = transport
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const network = findNetwork(request.raw)
      await countRequest(transport, { policy, who: network }, reply)
      if (countsMisses) await refuseGuessing(transport, network, reply)
    },
    onError: async (request: FastifyRequest, _reply: FastifyReply, error: Error): Promise<void> => {
      const isMiss = countsMisses && error instanceof ServiceError && error.code === "not_found"
      if (isMiss) await rateLimit.countMiss(findNetwork(request.raw), request.url)
    },
  }
}
