import { channel } from "node:diagnostics_channel"
import type { FastifyInstance, RouteOptions } from "fastify"

/** Runs `open`, and returns the addresses of the routes for GET of the servers that it makes, without duplicates. */
export async function noteRoutes<Opened>(open: () => Promise<Opened>): Promise<{ opened: Opened; routes: string[] }> {
  const routes = new Set<string>()
  const note = ({ method, url }: RouteOptions) => void ([method].flat().includes("GET") && routes.add(url))
  const onServer = (message: unknown) => (message as { fastify: FastifyInstance }).fastify.addHook("onRoute", note)
  const made = channel("fastify.initialization")
  made.subscribe(onServer)
  try {
    return { opened: await open(), routes: [...routes] }
  } finally {
    made.unsubscribe(onServer)
  }
}
