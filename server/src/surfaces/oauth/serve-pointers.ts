import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import { limit } from "../rest/admit.ts"
import type { Rest } from "../rest/rest.ts"
import { metadataPaths, pathOf, resourceMetadataUrl } from "./metadata.ts"

/** On the base host: sends clients that look there on to the documents, where those are elsewhere. */
export function metadataPointers(rest: Rest): FastifyPluginAsync {
  const { auth, base, mcp } = rest.app.addresses
  const originOf = (address: string) => new URL(address).origin
  return async (server) => {
    const point = (from: string, to: string) => {
      const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
        await limit(rest, "reads", request, reply)
      }
      server.get(from, { onRequest }, (_request, reply) => reply.redirect(to, 307))
    }
    const path = "/.well-known/oauth-authorization-server"
    if (originOf(auth) !== originOf(base) || pathOf(auth) !== "")
      point(path, `${originOf(auth)}${metadataPaths({ auth, mcp }).server[0]}`)
    if (originOf(mcp) !== originOf(base)) point("/.well-known/oauth-protected-resource", resourceMetadataUrl({ mcp }))
  }
}
