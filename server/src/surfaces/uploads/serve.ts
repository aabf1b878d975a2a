import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { maxFileBytes, receiveFile } from "#domains/drive/index.ts"
import { invalidInput } from "#kernel/error.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"
import { guard } from "../transport/guard.ts"
import type { Transport } from "../transport/transport.ts"
import { tusVersion } from "./tus.ts"
import { addTus } from "./tus-routes.ts"
import { tusUses } from "./tus-uses.ts"
import { bytesOf, linger } from "./upload-body.ts"

/** Sent with every response to a sender with a link. The link alone authorizes, so a page of any origin may use it. */
const everyAnswer = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Location, Upload-Offset, Upload-Length, Upload-Expires, Tus-Resumable, Tus-Version, Tus-Extension, Retry-After",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
}

/**
 * Receives files as a Fastify plugin. Members send them in pieces by the tus protocol. Senders with a link do so, too,
 * or send them whole with `PUT {base}/u/{token}/{name}`. The page at `{base}/u/{token}` is one of the pages.
 */
export function uploadsSurface(transport: Transport): FastifyPluginAsync {
  const answer = answerWithEnvelope(transport.app.log)
  const { links, members } = tusUses(transport)
  return async (server) => {
    // Bodies are read as streams, for any content type.
    server.removeAllContentTypeParsers()
    server.addContentTypeParser("*", (_request, _payload, done) => done(null))
    server.setErrorHandler((thrown, request, reply) => {
      linger(request.raw)
      return answer(thrown, request, reply)
    })
    addTus(server, transport, members)
    server.register(async (server) => {
      server.addHook("onRequest", async (_request, reply) => {
        reply.headers(everyAnswer)
      })
      addPut(server, transport)
      addTus(server, transport, links)
      const reads = guard(transport, "reads", { countsMisses: true })
      for (const url of ["/u/:token", "/u/:token/*"]) server.options(url, reads, describe)
    })
  }
}

function addPut(server: FastifyInstance, transport: Transport): void {
  const receive = async (request: FastifyRequest, reply: FastifyReply) => {
    const { token, "*": name = "" } = request.params as Record<string, string>
    if (name === "") throw nameless()
    const { "content-type": contentType, "content-length": length } = request.headers
    const file = await perform({ app: transport.app, caller: anonymous }, receiveFile, {
      token,
      name,
      contentType,
      lengthBytes: length === undefined ? undefined : Number(length),
      bytes: bytesOf(request.raw),
    })
    return reply.code(201).send(file)
  }
  const options = { config: { takesFiles: true }, ...guard(transport, "writes", { countsMisses: true }) }
  for (const url of ["/u/:token", "/u/:token/*"]) server.put(url, options, receive)
}

const nameless = () =>
  invalidInput("The file has no name.", "Add the name after the link: `curl -T photo.jpg {link}/photo.jpg`.")

/** "The Client SHOULD use the OPTIONS request to gather information about the Server's current configuration." */
async function describe(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply
    .code(204)
    .headers({
      "tus-resumable": tusVersion,
      "tus-version": tusVersion,
      "tus-extension": "creation,expiration,termination",
      "tus-max-size": maxFileBytes,
      "access-control-allow-methods": "PUT, POST, HEAD, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers": "Content-Type, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset",
      "access-control-max-age": "7200",
    })
    .send()
}
