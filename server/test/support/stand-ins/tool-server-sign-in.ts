import { hash, randomUUID } from "node:crypto"
import { json, type ToolPeer } from "./tool-server.ts"

/** The authorization server of a tool peer, on the same port. It records every request. */
export interface SignInPeer {
  /** Plays the person: opens the authorization endpoint and agrees. Returns the callback's parameters. */
  agree(url: string): { issuerKey: string; state: string; code: string; iss: string }
  /** Its metadata, and its resource's; a test may change them. */
  metadata: Record<string, unknown>
  resource: Record<string, unknown>
  registrations: Record<string, unknown>[]
  /** The forms that the token endpoint received, and whether it issued tokens. */
  tokens: { form: Record<string, string>; isGiven: boolean }[]
  revoked: string[]
  /** Access tokens that the tools accept. */
  valid: Set<string>
  /** Seconds. */
  expiresIn: number
}

/** The granted authorizations, by code. */
type Codes = Map<string, { challenge: string | null; redirectUri: string | null; resource: string | null }>

/** Protects a tool peer by OAuth. */
export function signInPeer(peer: ToolPeer): SignInPeer {
  const codes: Codes = new Map()
  const server: SignInPeer = {
    metadata: metadataOf(peer.origin),
    resource: { resource: peer.url, authorization_servers: [peer.origin], scopes_supported: ["read"] },
    ...{ registrations: [], tokens: [], revoked: [], valid: new Set(), expiresIn: 3_600 },
    agree(url) {
      const { searchParams: asked } = new URL(url)
      const code = randomUUID()
      const of = { challenge: asked.get("code_challenge"), redirectUri: asked.get("redirect_uri") }
      codes.set(code, { ...of, resource: asked.get("resource") })
      const issuerKey = new URL(of.redirectUri ?? "").pathname.split("/").at(-1) ?? ""
      return { issuerKey, state: asked.get("state") ?? "", code, iss: peer.origin }
    },
  }
  peer.on.set("/.well-known/oauth-protected-resource/mcp", (response) => json(response, server.resource))
  peer.on.set("/.well-known/oauth-authorization-server", (response) => json(response, server.metadata))
  peer.on.set("/register", (response, { body }) => {
    const asked = JSON.parse(body)
    server.registrations.push(asked)
    json(response, { ...asked, client_id: `client-${server.registrations.length}` }, 201)
  })
  peer.on.set("/revoke", (response, { body }) => {
    server.revoked.push(new URLSearchParams(body).get("token") ?? "")
    response.writeHead(200).end()
  })
  addTokens(peer, server, codes)
  peer.mayUse = (authorization) => server.valid.has(authorization?.replace("Bearer ", "") ?? "")
  return server
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  }
}

/** Codes and refresh tokens are valid once. */
function addTokens(peer: ToolPeer, server: SignInPeer, codes: Codes): void {
  const refreshes = new Set<string>()
  const give = () => {
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
    server.valid.add(access_token)
    refreshes.add(refresh_token)
    return { access_token, token_type: "Bearer", refresh_token, expires_in: server.expiresIn, scope: "read" }
  }
  const isGood = (form: Record<string, string>) => {
    if (form.grant_type === "refresh_token") return refreshes.delete(form.refresh_token ?? "")
    const agreed = codes.get(form.code ?? "")
    codes.delete(form.code ?? "")
    const isProven = agreed?.challenge === hash("sha256", form.code_verifier ?? "", "base64url")
    return isProven && agreed.redirectUri === form.redirect_uri && agreed.resource === (form.resource ?? null)
  }
  peer.on.set("/token", (response, { body }) => {
    const form = Object.fromEntries(new URLSearchParams(body))
    const isGiven = isGood(form)
    server.tokens.push({ form, isGiven })
    json(response, isGiven ? give() : { error: "invalid_grant" }, isGiven ? 200 : 400)
  })
}
