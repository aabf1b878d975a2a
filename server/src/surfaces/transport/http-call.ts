import type { FastifyReply, FastifyRequest } from "fastify"

/** A request, and the reply that will answer it. */
export interface HttpCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
