import type { FastifyReply, FastifyRequest } from "fastify"

export interface HttpCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type SendErrorPage = (thrown: unknown, call: HttpCall) => Promise<FastifyReply>

/** The functions by which surfaces other than the pages answer a browser with an error page. */
export interface RefusalPages {
  sendErrorPage: SendErrorPage
  sendAsset(call: HttpCall): Promise<FastifyReply>
}
