import type { FastifyReply, FastifyRequest } from "fastify"
import type { App } from "#access/perform.ts"
import { ServiceError } from "#kernel/error.ts"
import type { Log } from "#kernel/log.ts"
import { logRequestFault, toServiceError } from "../transport/error-envelope.ts"
import type { HttpCall, SendErrorPage } from "../transport/http-call.ts"
import { asksForPage } from "../transport/negotiate.ts"
import { notAForm, OAuthError, type OAuthErrorCode } from "./oauth-error.ts"

/** Fastify's error handler of the token endpoint: RFC 6749 §5.2, JSON without nulls. */
export function answerWithOAuthError(log: Log) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = toOAuthError(log, thrown, { request, reply })
    if (error.status === 401) {
      // RFC 6749 §5.2: "include the WWW-Authenticate response header field matching the authentication scheme used".
      reply.header("www-authenticate", 'Basic realm="token", charset="UTF-8"')
    }
    const body = { error: error.code, error_description: error.message }
    return reply.code(error.status).headers(jsonHeaders).send(JSON.stringify(body))
  }
}

/** Fastify's error handler of the authorization endpoint. A browser gets a page, since a person reads it. */
export function answerWithPage({ log }: App, sendErrorPage: SendErrorPage) {
  const answerJson = answerWithOAuthError(log)
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (!asksForPage(request.headers.accept)) return answerJson(thrown, request, reply)
    const error = toOAuthError(log, thrown, { request, reply })
    return sendErrorPage(notConnected(error), { request, reply })
  }
}

/** The person's text for a request that cannot be redirected back to its client. */
function notConnected({ message, status }: OAuthError): ServiceError {
  const why = "Its request was invalid, so no access was granted."
  const hint = `For developers: ${message}`
  return new ServiceError("invalid_request", `This app can’t be connected. ${why}`, { hint, status })
}

const jsonHeaders = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" }

const codes: Partial<Record<string, OAuthErrorCode>> = { rate_limited: "rate_limited", internal_error: "server_error" }

function toOAuthError(log: Log, thrown: unknown, call: HttpCall): OAuthError {
  if (thrown instanceof OAuthError) return thrown
  const error = toServiceError(thrown)
  logRequestFault(log, error, call.request)
  if (error.retryAfterSeconds !== undefined) call.reply.header("retry-after", String(error.retryAfterSeconds))
  if (error.status === 415) return notAForm()
  // RFC 6749 §5.2: the characters that error_description may have.
  const message = error.message.replaceAll("’", "'").replace(/[^ !#-[\]-~]/g, "?")
  return new OAuthError(codes[error.code] ?? "invalid_request", message, error.status)
}
