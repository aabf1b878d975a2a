import type { FastifyPluginAsync } from "fastify"
import type { Transport } from "../transport/transport.ts"
import { metadataPaths } from "../transport/well-known.ts"
import { protectedResourceMetadata } from "./metadata.ts"
import { addMetadata } from "./send-metadata.ts"

/** The protected-resource metadata on the tool server's host, as a Fastify plugin. */
export function resourceMetadataSurface(transport: Transport): FastifyPluginAsync {
  const { addresses, brandName } = transport.app
  return async (server) => {
    const metadata = protectedResourceMetadata(addresses, brandName)
    for (const path of metadataPaths(addresses).resource) addMetadata(server, transport, { path, document: metadata })
  }
}
