import type { FastifyReply, FastifyRequest } from "fastify"
import type { Context } from "#access/context.ts"
import type { Client } from "./client.ts"
import { notAForm, OAuthError } from "./oauth-error.ts"
import { checkResource, type Parameters, readParameters, refuseRepeats } from "./parameters.ts"
import { checkTokenClient, findClientId, findGrant, refuseCredentials } from "./token-steps.ts"

/** Counts a request against the limit of its client and network, and refuses one too many. Returns the network. */
type Count = (request: FastifyRequest, reply: FastifyReply, clientId: string) => Promise<string>

/** The token endpoint (RFC 6749 §3.2): exchanges a code or a refresh token for an access token and a refresh token. */
export function tokenEndpoint(cx: Context, client: Client, count: Count) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const parameters = parametersOf(request)
    // Requests that name an unknown client have a separate limit, so that they cannot use up a known client's.
    const named = parameters && findClientId(parameters, request.headers)
    const network = await count(request, reply, named === client.id ? client.id : "")
    if (!parameters) throw notAForm()
    refuseRepeats(parameters)
    const grant = findGrant(parameters)
    refuseCredentials(parameters, { headers: request.headers, named }, client)
    const clientId = checkTokenClient(named, client)
    checkResource(parameters, cx.addresses)

    const granted = await grant(cx, parameters, { clientId, requestId: request.id, network })
    if ("refused" in granted) throw new OAuthError(granted.refused, granted.reason)
    return reply.send({
      access_token: granted.accessToken,
      token_type: "Bearer",
      expires_in: granted.expiresIn,
      refresh_token: granted.refreshToken,
      scope: granted.scope,
    })
  }
}

/** RFC 6749 §3.2: the parameters come in "application/x-www-form-urlencoded" format; undefined for any other. */
function parametersOf({ headers, body }: FastifyRequest): Parameters | undefined {
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase()
  if (type !== undefined && type !== "application/x-www-form-urlencoded") return undefined
  return readParameters(typeof body === "string" ? body : "")
}
