import type { FastifyReply } from "fastify"
import type { LogAnswer } from "../request-log.ts"

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform", // a proxy that compresses would hold events back
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
}

/** Sends the head of an event stream. `logAnswer` logs one that its reader ends, which Fastify does not report. */
export function beginEventStream(reply: FastifyReply, logAnswer: LogAnswer): FastifyReply["raw"] {
  const { raw } = reply.hijack().headers(headers)
  raw.writeHead(200, reply.getHeaders() as Record<string, string>).flushHeaders()
  raw.once("close", () => {
    if (!raw.writableFinished) logAnswer(reply.request, reply)
  })
  return raw
}
