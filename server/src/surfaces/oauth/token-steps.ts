import type { IncomingHttpHeaders } from "node:http"
import type { Context } from "#access/context.ts"
import { exchangeCode, type Issued, type RefusedGrant, refreshTokens } from "#domains/connections/index.ts"
import type { Client } from "./client.ts"
import { OAuthError } from "./oauth-error.ts"
import { need, type Parameters, readScope } from "./parameters.ts"

/** The client of the request. `network` is for the security log. */
interface Asker {
  clientId: string
  requestId: string
  network: string
}

/** Handles a token request of one grant type. `requestId` names the request in the connection's audit record. */
type Grant = (cx: Context, parameters: Parameters, asker: Asker) => Promise<Issued | RefusedGrant>

const grants: Record<string, Grant> = { authorization_code: codeGrant, refresh_token: refreshGrant }

/** RFC 6749 §5.2: unsupported_grant_type. Passwords, client credentials and token exchange are not for agents. */
export function findGrant(parameters: Parameters): Grant {
  const type = need(parameters, "grant_type")
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (grant) return grant
  throw new OAuthError("unsupported_grant_type", "The grant types are authorization_code and refresh_token.")
}

interface Named {
  headers: IncomingHttpHeaders
  named: string | undefined
}

/** RFC 6749 §5.2: after an `Authorization` header the server "MUST respond with an HTTP 401". This client has none. */
export function refuseCredentials(parameters: Parameters, { headers, named }: Named, client: Client): void {
  if (headers.authorization !== undefined && named !== client.id) {
    throw new OAuthError("invalid_client", "The client is public: send client_id in the body and no credentials.", 401)
  }
  const sent = ["client_secret", "client_assertion"].find((name) => parameters.all(name).length > 0)
  if (sent) throw new OAuthError("invalid_client", `The client is public: send client_id and no ${sent}.`)
}

/** RFC 6749 §4.1.3: `client_id` is "REQUIRED, if the client is not authenticating with the authorization server". */
export function checkTokenClient(clientId: string | undefined, client: Client): string {
  if (clientId === client.id) return clientId
  throw new OAuthError("invalid_client", "The parameter client_id does not name a registered client.")
}

/** RFC 6749 §2.3.1. Basic credentials with an empty secret only name the client; undefined for all others. */
export function findClientId(parameters: Parameters, { authorization }: IncomingHttpHeaders): string | undefined {
  const inBody = parameters.find("client_id")
  if (authorization === undefined) return inBody
  const [, basic] = /^Basic +([\w+/-]+=*)$/i.exec(authorization.trim()) ?? []
  const [, id] = /^([\w.~%+-]+):$/.exec(Buffer.from(basic ?? "", "base64").toString()) ?? []
  const named = id && (new URLSearchParams(`id=${id}`).get("id") ?? "")
  return parameters.all("client_id").every((one) => one === named) ? named : undefined
}

/** RFC 6749 §4.1.3 and RFC 7636 §4.5. */
async function codeGrant(cx: Context, parameters: Parameters, asker: Asker) {
  const presented = {
    ...asker,
    code: need(parameters, "code"),
    redirectUri: need(parameters, "redirect_uri"),
    codeVerifier: need(parameters, "code_verifier"),
  }
  // RFC 7636 §4.1: code-verifier = 43*128unreserved
  if (!/^[\w.~-]{43,128}$/.test(presented.codeVerifier)) {
    throw new OAuthError("invalid_request", "The code_verifier has 43 to 128 letters, digits and - . _ ~.")
  }
  return exchangeCode(cx, presented)
}

/** RFC 6749 §6. */
async function refreshGrant(cx: Context, parameters: Parameters, asker: Asker) {
  const refreshToken = need(parameters, "refresh_token")
  return refreshTokens(cx, { ...asker, refreshToken, scopes: readScope(parameters) })
}
