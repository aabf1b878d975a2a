import type { FastifyPluginAsync } from "fastify"
import type { Settings } from "#config/settings.ts"

/** The host of each public address; undefined when all addresses have the same host, so that routes need no host. */
export function hostsOf({ addresses }: Settings): { [Name in keyof Settings["addresses"]]?: string } {
  const hosts = Object.entries(addresses).map(([name, address]) => [name, new URL(address).host] as const)
  return new Set(hosts.map(([, host]) => host)).size === 1 ? {} : Object.fromEntries(hosts)
}

/** Binds every route of a surface to a host. */
export function onHost(host: string | undefined, surface: FastifyPluginAsync): FastifyPluginAsync {
  if (host === undefined) return surface
  return async (server) => {
    server.addHook("onRoute", (route) => {
      route.constraints = { ...route.constraints, host }
    })
    await server.register(surface)
  }
}
