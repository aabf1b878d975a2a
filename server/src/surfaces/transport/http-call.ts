import type { FastifyReply, FastifyRequest } from "fastify"

export interface HttpCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
