import type { FastifyReply, FastifyRequest } from "fastify"
import type { Context } from "#access/context.ts"
import { startAuthorization } from "#domains/connections/index.ts"
import { authorizationResponse } from "../transport/authorization-response.ts"
import { logRequestFault, toServiceError } from "../transport/error-envelope.ts"
import {
  checkChallenge,
  checkClient,
  checkRedirectUri,
  checkResponseMode,
  checkResponseType,
  checkState,
  chooseScope,
  readState,
} from "./authorization-steps.ts"
import type { Client } from "./client.ts"
import { OAuthError } from "./oauth-error.ts"
import { checkResource, type Parameters, readParameters, refuseRepeats } from "./parameters.ts"

/** RFC 6749 §3.1. Answers faults before client and redirect URI are known; redirects later ones to the client. */
export function authorizationEndpoint(cx: Context, client: Client) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const parameters = readParameters(request.url.split("?").slice(1).join("?"))
    const clientId = checkClient(parameters, client)
    const redirectUri = checkRedirectUri(parameters, client)
    const known = { clientId, redirectUri, state: readState(parameters) }
    try {
      const id = await startAuthorization(cx, { ...known, ...check(cx, parameters) })
      return send(reply, `${cx.addresses.base}/consent/${id}`)
    } catch (thrown) {
      return send(reply, authorizationResponse(cx.addresses, known, refusalOf(cx, thrown, request)))
    }
  }
}

function check(cx: Context, parameters: Parameters) {
  refuseRepeats(parameters)
  checkState(parameters)
  checkResponseType(parameters)
  checkResponseMode(parameters)
  const codeChallenge = checkChallenge(parameters)
  checkResource(parameters, cx.addresses)
  return { codeChallenge, scopes: chooseScope(parameters) }
}

function refusalOf(cx: Context, thrown: unknown, request: FastifyRequest) {
  if (thrown instanceof OAuthError) return { error: thrown.code, error_description: thrown.message }
  logRequestFault(cx.log, toServiceError(thrown), request)
  // RFC 6749 §4.1.2.1: server_error, since a 500 "cannot be returned to the client via an HTTP redirect".
  return { error: "server_error" as const, error_description: "Something went wrong. Try again." }
}

/** RFC 9700 §4.12: "the AS MUST NOT use 307"; 303 turns every request into a GET. */
function send(reply: FastifyReply, address: string): FastifyReply {
  return reply.code(303).header("location", address).send()
}
