import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import { anonymous } from "#access/caller.ts"
import { perform } from "#access/perform.ts"
import { receiveFile } from "#domains/drive/index.ts"
import { invalidInput } from "#kernel/error.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"
import type { Transport } from "../transport/transport.ts"
import { addResumable } from "./link-uploads.ts"
import { bytesOf, linger, takingFiles } from "./upload-body.ts"

/** Sent with every response. The link alone authorizes, so a page of any origin may use it. */
const everyAnswer = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Location, Upload-Offset, Upload-Length, Upload-Expires, Tus-Resumable, Tus-Version, Tus-Extension, Retry-After",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
}

/** Receives files whole with `PUT {base}/u/{token}/{name}`, or in pieces by the tus protocol. */
export function uploadsSurface(transport: Transport): FastifyPluginAsync {
  const answer = answerWithEnvelope(transport.app.log)
  return async (server) => {
    // Bodies are read as streams, for any content type.
    server.removeAllContentTypeParsers()
    server.addContentTypeParser("*", (_request, _payload, done) => done(null))
    server.addHook("onRequest", async (_request, reply) => {
      reply.headers(everyAnswer)
    })
    server.setErrorHandler((thrown, request, reply) => {
      linger(request.raw)
      return answer(thrown, request, reply)
    })
    addPut(server, transport)
    addResumable(server, transport)
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
  server.put("/u/:token", takingFiles(transport, "writes"), receive)
  server.put("/u/:token/*", takingFiles(transport, "writes"), receive)
}

const nameless = () =>
  invalidInput("The file has no name.", "Put its name after the link: `curl -T photo.jpg {link}/photo.jpg`.")
