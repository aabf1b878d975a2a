import type { FastifyReply, FastifyRequest } from "fastify"
import type { Context } from "#kernel/context.ts"
import type { Client } from "./client.ts"
import { OAuthError } from "./oauth-error.ts"
import { readParameters, refuseRepeats } from "./parameters.ts"
import { checkResource } from "./resource-parameter.ts"
import { checkTokenClient, findGrant, refuseCredentials } from "./token-steps.ts"

/** The token endpoint (RFC 6749 §3.2): a code or a refresh token in, an access token and a refresh token out. */
export function tokenEndpoint(cx: Context, client: Client) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const parameters = readParameters(typeof request.body === "string" ? request.body : "")
    refuseRepeats(parameters)
    const grant = findGrant(parameters)
    refuseCredentials(parameters, request.headers)
    const clientId = checkTokenClient(parameters, client)
    checkResource(parameters, cx.addresses)

    const outcome = await grant(cx, parameters, { clientId, requestId: request.id })
    if ("refused" in outcome) throw new OAuthError(outcome.refused, outcome.reason)
    return reply.send({
      access_token: outcome.accessToken,
      token_type: "Bearer",
      expires_in: outcome.expiresIn,
      refresh_token: outcome.refreshToken,
      scope: outcome.scope,
    })
  }
}
