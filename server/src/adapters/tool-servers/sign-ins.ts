import type { AuthorizationServerMetadata } from "@modelcontextprotocol/client"
import type { RequestOptions } from "../http-fetch/request.ts"
import { begin, type ClientModule, metadataOf, toInformation } from "./begin-sign-in.ts"
import { openPeer } from "./peer.ts"
import {
  type BegunSignIn,
  type SignInAnswer,
  type SignInPlace,
  type Tokens,
  ToolServerFailure,
  type ToolServers,
} from "./port.ts"

type SignIns = Pick<ToolServers, "beginSignIn" | "finishSignIn" | "refresh" | "revoke">

/** Signing in to tool servers by OAuth 2.1, with PKCE (S256), resource indicators and exact issuers. */
export function signIns(options: RequestOptions): SignIns {
  const at = async <Result>(
    url: string,
    signal: AbortSignal,
    work: (use: ClientModule) => Promise<Result>,
  ): Promise<Result> => {
    const peer = openPeer(url, options, signal)
    try {
      return await work({ ...(await import("@modelcontextprotocol/client")), peer })
    } catch (error) {
      throw peer.failureOf(error)
    }
  }
  return {
    beginSignIn: (wanted, signal) => at(wanted.url, signal, (use) => begin({ ...use, options }, wanted)),
    finishSignIn: (begun, answer, signal) => at(begun.place.issuer, signal, (use) => finish(use, begun, answer)),
    refresh: (place, refreshToken, signal) => at(place.issuer, signal, (use) => refresh(use, place, refreshToken)),
    revoke: (place, token, signal) => at(place.issuer, signal, (use) => revoke(use, place, token)),
  }
}

async function finish(
  use: ClientModule,
  { place, verifier, redirectUri }: Omit<BegunSignIn, "authorizationUrl">,
  { code, iss }: SignInAnswer,
): Promise<Tokens> {
  const metadata = metadataFrom(place)
  const tokens = await refusedAsUnauthorized(use, () => {
    use.validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: place.issuer,
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
    })
    return use.exchangeAuthorization(place.issuer, {
      ...metadataOf(metadata),
      clientInformation: toInformation(place.client),
      authorizationCode: code,
      codeVerifier: verifier,
      redirectUri,
      ...(iss !== undefined && { iss }),
      ...(place.resource !== undefined && { resource: place.resource }),
      fetchFn: use.peer.fetch,
    })
  })
  return toTokens(tokens)
}

async function refresh(use: ClientModule, place: SignInPlace, refreshToken: string): Promise<Tokens> {
  const tokens = await refusedAsUnauthorized(use, () =>
    use.refreshAuthorization(place.issuer, {
      ...metadataOf(metadataFrom(place)),
      clientInformation: toInformation(place.client),
      refreshToken,
      ...(place.resource !== undefined && { resource: place.resource }),
      fetchFn: use.peer.fetch,
    }),
  )
  return toTokens(tokens)
}

/** A 4xx answer counts as success, because the server does not know the token. */
async function revoke(use: ClientModule, place: SignInPlace, token: string): Promise<void> {
  const { revocation_endpoint: endpoint }: { revocation_endpoint?: unknown } = place.metadata ?? {}
  if (typeof endpoint !== "string") return
  const { id, secret } = place.client
  const body = new URLSearchParams({ token, client_id: id, ...(secret !== undefined && { client_secret: secret }) })
  const answer = await use.peer.fetch(endpoint, { method: "POST", body })
  await answer.body?.cancel()
  if (answer.status >= 500) throw new ToolServerFailure("unreachable")
}

/** A refusal, or an answer of another issuer, requires a new sign-in. A temporary error does not. */
async function refusedAsUnauthorized<Result>(use: ClientModule, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { ServerError, TemporarilyUnavailable, TooManyRequests } = use.OAuthErrorCode
    const later: readonly string[] = [ServerError, TemporarilyUnavailable, TooManyRequests]
    const isRefusal = error instanceof use.OAuthError && !later.includes(error.code)
    const isElsewhere = error instanceof use.OAuthClientFlowError
    throw isRefusal || isElsewhere ? new ToolServerFailure("unauthorized", { cause: error }) : error
  }
}

/** The metadata was checked when it was fetched. */
function metadataFrom({ metadata }: SignInPlace): AuthorizationServerMetadata | undefined {
  return metadata as AuthorizationServerMetadata | undefined
}

function toTokens(tokens: {
  access_token: string
  refresh_token?: string | undefined
  expires_in?: number | undefined
  scope?: string | undefined
}): Tokens {
  const { access_token: access, refresh_token: refresh, expires_in: expiresIn, scope } = tokens
  return {
    access,
    ...(refresh !== undefined && { refresh }),
    ...(expiresIn !== undefined && { expiresIn }),
    ...(scope !== undefined && { scope }),
  }
}
