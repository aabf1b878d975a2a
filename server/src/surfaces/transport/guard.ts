import type { FastifyReply, FastifyRequest } from "fastify"
import { ServiceError } from "#kernel/error.ts"
import type { Rest } from "../rest/rest.ts"
import { writeRate } from "./headers.ts"
import { type Policy, rateLimited, type Standing } from "./rate-limit.ts"

/**
 * The hooks of a route that counts against the API's own limits: a page must not be a way around them. With
 * `countsMisses`, an address that opens nothing counts as a guess at an offer's key.
 */
export function guard(rest: Rest, policy: Policy, { countsMisses }: { countsMisses: boolean }) {
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const network = rest.findNetwork(request.raw)
      const standing = await rest.rateLimit.count(policy, network)
      writeRate(reply, standing)
      if (standing.exceeded) throw rateLimited(standing)
      const tooMany = countsMisses ? await rest.rateLimit.findTooManyMisses(network) : undefined
      if (tooMany) refuse(reply, tooMany)
    },
    onError: async (request: FastifyRequest, _reply: FastifyReply, error: Error): Promise<void> => {
      const isMiss = countsMisses && error instanceof ServiceError && error.code === "not_found"
      if (isMiss) await rest.rateLimit.countMiss(rest.findNetwork(request.raw))
    },
  }
}

function refuse(reply: FastifyReply, standing: Standing): never {
  writeRate(reply, standing)
  throw rateLimited(standing)
}
