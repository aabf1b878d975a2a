import type { FastifyPluginAsync, FastifyRequest } from "fastify"
import { perform } from "#access/perform.ts"
import { watchWorkspace } from "#domains/live/index.ts"
import { toStream } from "#engines/live/stream.ts"
import { ServiceError } from "#kernel/error.ts"
import { consoleCaller } from "../transport/console-caller.ts"
import { consoleDoor } from "../transport/console-door.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"
import type { Measure } from "../transport/request-log.ts"
import { beginEventStream, type EventStreamParts } from "../transport/streams/event-stream.ts"
import { hubOf } from "../transport/streams/hub-of.ts"
import type { Transport } from "../transport/transport.ts"

export interface LiveParts extends EventStreamParts {
  readonly measure?: Measure
}

export function liveSurface(transport: Transport, parts: LiveParts): FastifyPluginAsync {
  const { app } = transport
  const hub = hubOf(async () => new (await import("#engines/live/hub.ts")).Hub(app), tooManyStreams)
  parts.measure?.("live_streams", hub.count)
  return async (server) => {
    parts.stop?.addEventListener("abort", () => void hub.close())
    server.addHook("preClose", hub.close)
    server.setErrorHandler(answerWithEnvelope(app.log))
    server.route({
      method: "GET",
      url: "/console/live",
      exposeHeadRoute: false,
      onRequest: consoleDoor(transport),
      handler: async (request, reply) => {
        const caller = await consoleCaller(transport, request)
        const watcher = await perform({ app, caller }, watchWorkspace, {})
        const opened = await hub.open(parts.most)
        if (reply.raw.destroyed) return reply.hijack()
        const stream = toStream(beginEventStream(reply, parts.logAnswer), watcher, knownSeq(request))
        reply.raw.once("close", () => opened.remove(stream))
        opened.add(stream)
      },
    })
  }
}

/** Undefined without a number. Text that is no number counts as one that was never given, which leads to a reset. */
function knownSeq({ headers, query }: FastifyRequest): number | undefined {
  const { after = headers["last-event-id"] } = query as { after?: string }
  if (after === undefined || after === "") return undefined
  return /^\d{1,15}$/.test(String(after)) ? Number(after) : Number.POSITIVE_INFINITY
}

const tooManyStreams = () =>
  new ServiceError("internal_error", "Too many live connections.", {
    status: 503,
    hint: "Try again in a minute.",
    retryAfterSeconds: 60,
  })
