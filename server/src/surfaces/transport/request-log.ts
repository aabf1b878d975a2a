import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { RequestLog } from "#kernel/log.ts"
import { endRequestSpan } from "./door/trace-requests.ts"

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route's name in logs and metrics, or a function from a request to its name. Absent: the route's pattern. */
    endpointId?: string | ((request: FastifyRequest) => string)
  }
}

const safeId = /^[\w.-]{8,64}$/

/** The request's id: the client's, when it is safe to repeat, or a random one. */
export function requestId({ headers }: IncomingMessage): string {
  const brought = headers["x-request-id"]
  return typeof brought === "string" && safeId.test(brought) ? brought : randomUUID()
}

/** The name of the request's route in logs and metrics. */
export function endpointOf(request: FastifyRequest): string {
  const { config, url } = request.routeOptions
  const { endpointId = url ?? "unknown" } = config
  return typeof endpointId === "string" ? endpointId : endpointId(request)
}

/** Counts an answer. `seconds` is undefined for a stream. */
export type Observe = (endpointId: string, status: number, seconds: number | undefined) => void

/** Registers a figure that is read at each scrape. */
export type Measure = (name: "live_streams", read: () => number) => void

export type LogAnswer = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Logs the route's pattern, never an address, since a path can be a capability. Returns the function that logs a
 * response that does not complete.
 */
export function logRequests(server: FastifyInstance, log: RequestLog, observe: Observe | undefined): LogAnswer {
  const logAnswer: LogAnswer = (request, reply) => {
    const name = endpointOf(request)
    const status = reply.raw.statusCode
    const ms = reply.elapsedTime
    log.answered({
      requestId: request.id,
      method: request.method,
      endpoint: name,
      status,
      ms: Math.round(ms * 10) / 10,
      traceId: endRequestSpan(request, { endpoint: name, status }),
    })
    // A stream lasts for as long as its reader stays, so its time is no response time.
    const isStream = String(reply.getHeader("content-type")).startsWith("text/event-stream")
    observe?.(name, status, isStream ? undefined : ms / 1000)
  }
  server.addHook("onResponse", (request, reply, done) => {
    logAnswer(request, reply)
    done()
  })
  return logAnswer
}
