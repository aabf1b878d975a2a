import type { FastifyReply } from "fastify"
import type { LogAnswer } from "../request-log.ts"

export interface EventStreamParts {
  /** How many streams may be open. */
  readonly most: number
  /** Aborted when the process stops. Then all streams end, and new ones are refused. */
  readonly stop?: AbortSignal
  /** Logs a stream that its reader ended. Fastify does not report it. */
  readonly logAnswer: LogAnswer
}

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform", // a proxy that compresses would hold events back
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
}

/** Sends the head of an event stream. */
export function beginEventStream(reply: FastifyReply, logAnswer: LogAnswer): FastifyReply["raw"] {
  const { raw } = reply.hijack().headers(headers)
  raw.writeHead(200, reply.getHeaders() as Record<string, string>).flushHeaders()
  raw.once("close", () => {
    if (!raw.writableFinished) logAnswer(reply.request, reply)
  })
  return raw
}
