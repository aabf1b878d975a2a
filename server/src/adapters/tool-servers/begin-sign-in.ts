import type { AuthorizationServerMetadata, OAuthClientMetadata, OAuthServerInfo } from "@modelcontextprotocol/client"
import type { RequestOptions } from "../http-fetch/request.ts"
import type { Peer } from "./peer.ts"
import { type BegunSignIn, type SignInClient, ToolServerFailure, type WantedSignIn } from "./port.ts"

export type ClientModule = typeof import("@modelcontextprotocol/client") & { peer: Peer }

/** Finds the issuer and this installation's client there, and builds the address for the person's browser. */
export async function begin(
  use: ClientModule & { options: RequestOptions },
  wanted: WantedSignIn,
): Promise<BegunSignIn> {
  const { challenge, state } = wanted
  const named = challengeOf(use, challenge)
  const found = await use.discoverOAuthServerInfo(wanted.url, {
    fetchFn: use.peer.fetch,
    ...(named.resourceMetadataUrl && { resourceMetadataUrl: named.resourceMetadataUrl }),
  })
  const issuer = found.authorizationServerMetadata?.issuer ?? found.authorizationServerUrl
  if (wanted.known && wanted.known.issuer !== issuer) throw new ToolServerFailure("other issuer")
  const redirectUri = wanted.redirectUriOf(issuer)
  const resource = resourceOf(use, wanted.url, found)
  const asked = wanted.scope ?? named.scope ?? found.resourceMetadata?.scopes_supported?.join(" ")
  const scope = withOffline(asked, found)
  const client = await clientAt(use, wanted, { found, scope, issuer, redirectUri })
  const { authorizationUrl, codeVerifier } = await use.startAuthorization(issuer, {
    ...metadataOf(found.authorizationServerMetadata),
    clientInformation: toInformation(client),
    redirectUrl: redirectUri,
    state,
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
  })
  checkGoesTo(authorizationUrl, use.options)
  const metadata = found.authorizationServerMetadata
  const place = { issuer, client, ...(metadata && { metadata }), ...(resource !== undefined && { resource }) }
  return { authorizationUrl: authorizationUrl.href, verifier: codeVerifier, redirectUri, place }
}

/** Allows https only, or this machine where a developer allows it. */
function checkGoesTo({ protocol, hostname, port }: URL, { isAllowed }: RequestOptions): void {
  if (protocol === "https:") return
  const isHere = ["localhost", "127.0.0.1"].includes(hostname) && isAllowed?.("127.0.0.1", Number(port || 80)) === true
  if (protocol !== "http:" || !isHere) throw new ToolServerFailure("address")
}

function challengeOf(use: ClientModule, challenge: string | undefined): { resourceMetadataUrl?: URL; scope?: string } {
  if (challenge === undefined) return {}
  return use.extractWWWAuthenticateParams(new Response(null, { headers: { "www-authenticate": challenge } }))
}

/** The tokens' resource (RFC 8707): the one that the server names, if it covers the server's own address. */
function resourceOf(use: ClientModule, url: string, { resourceMetadata }: OAuthServerInfo): string | undefined {
  if (!resourceMetadata) return undefined
  const requestedResource = use.resourceUrlFromServerUrl(url)
  const configuredResource = resourceMetadata.resource
  if (use.checkResourceAllowed({ requestedResource, configuredResource })) return configuredResource
  throw new ToolServerFailure("protocol", { cause: new Error("Its tokens would be for another resource.") })
}

/** Adds the scope for refresh tokens where the server supports it. */
function withOffline(scope: string | undefined, { authorizationServerMetadata }: OAuthServerInfo): string | undefined {
  const hasOffline = authorizationServerMetadata?.scopes_supported?.includes("offline_access") === true
  if (!hasOffline || scope === undefined || scope.split(" ").includes("offline_access")) return scope
  return `${scope} offline_access`
}

interface Found {
  found: OAuthServerInfo
  scope: string | undefined
  issuer: string
  redirectUri: string
}

/** The client: the known one, a typed one, the metadata document, or a new registration, in this order. */
async function clientAt(
  use: ClientModule,
  { known, typed, documentUrlOf, mayRegister, clientName }: WantedSignIn,
  { found, scope, issuer, redirectUri }: Found,
): Promise<SignInClient> {
  if (known) return known.client
  if (typed) return { how: "typed", ...typed }
  const metadata = found.authorizationServerMetadata
  if (documentUrlOf && metadata?.client_id_metadata_document_supported === true) {
    return { how: "document", id: documentUrlOf(issuer) }
  }
  const isOpen = metadata === undefined || metadata.registration_endpoint !== undefined
  if (!mayRegister || !isOpen) throw new ToolServerFailure("no client", { redirectUri })
  const clientMetadata: OAuthClientMetadata = use.resolveClientMetadata({
    redirectUrl: redirectUri,
    clientMetadata: { client_name: clientName, redirect_uris: [redirectUri], token_endpoint_auth_method: "none" },
  })
  const registered = await use.registerClient(found.authorizationServerUrl, {
    ...metadataOf(metadata),
    clientMetadata: { ...clientMetadata, ...authMethodOf(metadata) },
    ...(scope !== undefined && { scope }),
    fetchFn: use.peer.fetch,
  })
  const { client_id: id, client_secret: secret } = registered
  return { how: "registered", id, ...(secret !== undefined && { secret }) }
}

/** Prefers a client without a secret, else the first supported method. */
function authMethodOf(metadata: AuthorizationServerMetadata | undefined): { token_endpoint_auth_method?: string } {
  const named = metadata?.token_endpoint_auth_methods_supported ?? []
  const known = ["none", "client_secret_basic", "client_secret_post"].find((method) => named.includes(method))
  return known === undefined ? {} : { token_endpoint_auth_method: known }
}

export const toInformation = ({ id, secret }: SignInClient) => ({
  client_id: id,
  ...(secret !== undefined && { client_secret: secret }),
})

export const metadataOf = (metadata: AuthorizationServerMetadata | undefined) => (metadata ? { metadata } : {})
