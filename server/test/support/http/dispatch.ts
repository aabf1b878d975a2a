import type { FastifyInstance } from "fastify"
import inject, { type InjectOptions, type Response } from "light-my-request"

/** Sends a request to a server without a socket, but through all listeners, also those before the router. */
export async function dispatch({ server }: FastifyInstance, request: InjectOptions): Promise<Response> {
  return await inject((request, response) => server.emit("request", request, response), request)
}
