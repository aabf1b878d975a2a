import { scopes } from "#access/scopes.ts"
import type { Addresses } from "#kernel/addresses.ts"

const scopesSupported = Object.keys(scopes)

/** Authorization-server metadata, RFC 8414 §2. There are no endpoints for registration, revocation or introspection. */
export function authorizationServerMetadata({ auth, base, mcp }: Addresses) {
  const guide = `${base}/auth.md`
  return {
    issuer: auth,
    authorization_endpoint: `${auth}/oauth/authorize`,
    token_endpoint: `${auth}/api/oauth/token`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    scopes_supported: scopesSupported,
    // RFC 9207 §3
    authorization_response_iss_parameter_supported: true,
    // RFC 9728 §4
    protected_resources: [mcp],
    service_documentation: guide,
    agent_auth: {
      skill: guide,
      documentation: guide,
      grant_types_supported: ["authorization_code", "refresh_token"],
      client_registration: "pre-registered",
      identity_types_supported: [],
    },
  }
}

/** Protected-resource metadata of the tool server, RFC 9728 §2. */
export function protectedResourceMetadata({ auth, base, mcp }: Addresses, brandName: string) {
  return {
    resource: mcp,
    authorization_servers: [auth],
    scopes_supported: scopesSupported,
    bearer_methods_supported: ["header"],
    resource_name: `${brandName} tools`,
    resource_documentation: `${base}/auth.md`,
  }
}
