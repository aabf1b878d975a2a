import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { type ErrorCode, ServiceError } from "#kernel/error.ts"
import type { Log } from "#kernel/log.ts"
import { endpointOf } from "./request-log.ts"

export interface Envelope {
  error: { code: ErrorCode; message: string; hint?: string }
}

/** Fastify's own refusals, reworded. Any other 4xx of Fastify becomes a plain 400. */
const frameworkErrors: Record<string, { status: number; message: string; hint: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    message: "The body is too large.",
    hint: "Send at most 64 KiB.",
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    message: "The body’s type is not supported.",
    hint: "Send JSON with `Content-Type: application/json`.",
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    message: "The body’s length differs from `Content-Length`.",
    hint: "Send the body's length in bytes.",
  },
}

export function envelopeOf(error: ServiceError): Envelope {
  const { code, message, hint } = error
  return { error: hint === undefined ? { code, message } : { code, message, hint } }
}

/** Converts a thrown value to a refusal for the caller. An unexpected fault becomes a 500 without details. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof DatabaseOutage) return outage(error)
  const { code = "", statusCode = 500 } = error as Partial<FastifyError>
  const known = Object.hasOwn(frameworkErrors, code) ? frameworkErrors[code] : undefined
  if (known) return new ServiceError("invalid_request", known.message, { status: known.status, hint: known.hint })
  if (statusCode >= 400 && statusCode < 500)
    return new ServiceError("invalid_request", "The request could not be read.")
  return new ServiceError("internal_error", "Something went wrong.", { hint: tryAgain, cause: error })
}

const tryAgain = "Try again in a moment."

const outage = (cause: DatabaseOutage) =>
  new ServiceError("internal_error", "The service is temporarily unavailable.", {
    status: 503,
    hint: tryAgain,
    retryAfterSeconds: 1,
    cause,
  })

/** Sends the envelope and `Retry-After`, and logs faults of the service. `write` makes the body. */
export function answerWithEnvelope(log: Log, write: (error: ServiceError) => object = envelopeOf) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = toServiceError(thrown)
    logRequestFault(log, error, request)
    if (error.retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfter(error, reply)))
    return reply
      .code(error.status)
      .header("content-type", "application/json; charset=utf-8")
      .header("cache-control", "no-store")
      .send(JSON.stringify(write(error)))
  }
}

/** A client that was refused by a limit, or by overload, gains nothing by a retry before its limit's window ends. */
function retryAfter({ status, retryAfterSeconds = 0 }: ServiceError, reply: FastifyReply): number {
  if (status !== 429 && status !== 503) return retryAfterSeconds
  return Math.max(retryAfterSeconds, Number(reply.getHeader("ratelimit-reset") ?? 0))
}

/** Logs a refusal that the caller did not cause, with its cause. `route` is a route, or a tool. */
export function logFault(
  log: Log,
  { status, code, cause }: ServiceError,
  place: { requestId: string; route: string | undefined },
): void {
  if (status < 500) return
  log.error({ ...place, code, fault: cause }, "A request failed.")
}

export function logRequestFault(log: Log, error: ServiceError, request: FastifyRequest): void {
  logFault(log, error, { requestId: request.id, route: endpointOf(request) })
}
