import type { FastifyInstance } from "fastify"
import inject, { type InjectOptions, type Response } from "light-my-request"

/** Asks a server without a socket, but through everything that a request on a socket meets, the router's forecourt too. */
export async function dispatch({ server }: FastifyInstance, request: InjectOptions): Promise<Response> {
  return await inject((request, response) => server.emit("request", request, response), request)
}
