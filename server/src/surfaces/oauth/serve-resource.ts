import type { FastifyPluginAsync } from "fastify"
import type { Rest } from "../rest/rest.ts"
import { metadataPaths, protectedResourceMetadata } from "./metadata.ts"
import { addMetadata } from "./send-metadata.ts"

/** The protected-resource metadata on the tool server's host, as a Fastify plugin. */
export function resourceMetadataSurface(rest: Rest): FastifyPluginAsync {
  const { addresses, brandName } = rest.app
  return async (server) => {
    const metadata = protectedResourceMetadata(addresses, brandName)
    for (const path of metadataPaths(addresses).resource) addMetadata(server, rest, path, metadata)
  }
}
