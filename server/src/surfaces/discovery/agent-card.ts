import { scopes } from "#access/scopes.ts"
import type { Settings } from "#config/settings.ts"
import type { Addresses } from "#kernel/addresses.ts"
import { modernVersion, protocolVersion, serverVersion } from "../mcp/server-info.ts"
import type { Tool } from "../mcp/tool.ts"
import { tools } from "../mcp/tools.ts"
import { authGuideUrl, oneSentence, serverMetadataUrl } from "./about.ts"

/** The release of A2A whose card this is. An interface contains its major and minor number only. */
const a2aVersion = "1.0"

/**
 * A2A 1.0.1. No agent here speaks A2A: both interfaces are the tool server. `protocolVersion` is one of A2A
 * (specification 4.4.6), so the binding's name contains the other protocol's version.
 */
export function agentCard({ addresses, brandName }: Settings): object {
  const { base, mcp } = addresses
  return {
    name: brandName,
    description: `${oneSentence} It is a tool server, reached through MCP; it takes no A2A messages.`,
    version: serverVersion,
    provider: { organization: brandName, url: base },
    documentationUrl: authGuideUrl(addresses),
    supportedInterfaces: [protocolVersion, modernVersion].map((version) => ({
      url: mcp,
      protocolBinding: `https://modelcontextprotocol.io/specification/${version}`,
      protocolVersion: a2aVersion,
    })),
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ["application/json"],
    defaultOutputModes: ["application/json"],
    securitySchemes: { oauth: { oauth2SecurityScheme: oauthScheme(addresses) } },
    securityRequirements: [requirement(Object.keys(scopes))],
    skills: tools.map(toSkill),
  }
}

function oauthScheme(addresses: Addresses): object {
  const { auth } = addresses
  const authorizationCode = {
    authorizationUrl: `${auth}/oauth/authorize`,
    tokenUrl: `${auth}/api/oauth/token`,
    refreshUrl: `${auth}/api/oauth/token`,
    scopes,
    pkceRequired: true,
  }
  return { flows: { authorizationCode }, oauth2MetadataUrl: serverMetadataUrl(addresses) }
}

function toSkill({ name, title, description, kind, action }: Tool): object {
  const [area = name] = action.scope.split(":")
  return {
    id: name,
    name: title,
    description,
    tags: [area, kind],
    securityRequirements: [requirement([action.scope])],
  }
}

const requirement = (list: readonly string[]) => ({ schemes: { oauth: { list } } })
