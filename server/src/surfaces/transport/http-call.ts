import type { FastifyReply, FastifyRequest } from "fastify"

export interface HttpCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type SendErrorPage = (thrown: unknown, call: HttpCall) => Promise<FastifyReply>

/** What a surface other than the pages needs to answer a browser with an error page. */
export interface RefusalPages {
  sendErrorPage: SendErrorPage
  sendAsset(call: HttpCall): Promise<FastifyReply>
}
