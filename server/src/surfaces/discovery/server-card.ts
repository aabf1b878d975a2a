import type { Settings } from "#config/settings.ts"
import type { Addresses } from "#kernel/addresses.ts"
import { modernVersion, protocolVersion, serverName, serverVersion } from "../mcp/server-info.ts"
import { listTools } from "../mcp/tool.ts"
import { tools } from "../mcp/tools.ts"
import { resourceMetadataUrl } from "../transport/well-known.ts"
import { authGuideUrl, oneSentence } from "./about.ts"

const capabilities = { tools: {}, resources: {} }
const supportedProtocolVersions = [protocolVersion, modernVersion]

/** A preview with all tools, without a token. Names no schema: published schemas of server cards have no tools. */
export function serverCard({ addresses, brandName }: Settings): object {
  return {
    version: "1.0",
    protocolVersion,
    serverInfo: { name: serverName, title: brandName, version: serverVersion },
    description: oneSentence,
    documentationUrl: authGuideUrl(addresses),
    transport: { type: "streamable-http", endpoint: addresses.mcp },
    capabilities,
    authentication: { required: true, schemes: ["oauth2"] },
    tools: listTools(tools),
  }
}

/** The tool server's card in the form of the protocol's extension for server cards, which has no tools in it. */
export function remoteCard({ addresses, brandName }: Settings): object {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${reverseDomain(addresses.mcp)}/${serverName}`,
    version: serverVersion,
    title: brandName,
    description: "Short links, docs, a shared drive and availability of a workspace.", // at most 100 characters
    websiteUrl: addresses.base,
    remotes: [{ type: "streamable-http", url: addresses.mcp, supportedProtocolVersions }],
  }
}

export const remoteCardUrl = ({ mcp }: Addresses) => `${mcp}/server-card`

export const toolPreviewUrl = ({ base }: Addresses) => `${base}/.well-known/mcp/server-card.json`

/** The tool server's address and its authorization. No standard defines `mcp.json`, but some programs expect it. */
export function mcpManifest({ addresses, brandName, oauthClientId }: Settings): object {
  const { mcp } = addresses
  return {
    name: serverName,
    title: brandName,
    description: oneSentence,
    version: serverVersion,
    mcp_version: protocolVersion,
    transport: "streamable-http",
    endpoint: mcp,
    endpoints: { streamable_http: mcp },
    capabilities,
    server_card: remoteCardUrl(addresses),
    tool_preview: toolPreviewUrl(addresses),
    authentication: {
      type: "oauth2",
      client_id: oauthClientId,
      resource_metadata: resourceMetadataUrl(addresses),
      documentation: authGuideUrl(addresses),
    },
  }
}

/** `com.example.mcp` for `mcp.example.com`; an IP address stays as it is. */
function reverseDomain(address: string): string {
  const { hostname } = new URL(address)
  if (/^[\d.]+$|^\[/.test(hostname)) return hostname.replaceAll(/[^\w.-]/g, "-")
  return hostname.split(".").reverse().join(".")
}
