import type { FastifyPluginAsync } from "fastify"
import type { Transport } from "../transport/transport.ts"
import { metadataPaths, signInFirst } from "../transport/well-known.ts"
import { protectedResourceMetadata } from "./metadata.ts"
import { addMetadata } from "./send-metadata.ts"

/** The protected-resource metadata on the tool server's host, as a Fastify plugin. */
export function resourceMetadataSurface(transport: Transport): FastifyPluginAsync {
  const { addresses, brandName } = transport.app
  return async (server) => {
    const metadata = protectedResourceMetadata(addresses, brandName)
    // RFC 9728 §3.3: clients compare `resource` with the whole address that they were given.
    const ofSignInFirst = { ...metadata, resource: `${addresses.mcp}${signInFirst}` }
    for (const path of metadataPaths(addresses).resource) {
      addMetadata(server, transport, { path, document: metadata, signInFirst: ofSignInFirst })
    }
  }
}
