import type { Settings } from "#config/settings.ts"
import type { DevelopersData } from "#contract/pages/developers.ts"
import type { PageContent, Visit } from "../page.ts"
import { guideLinks } from "./guides.ts"
import { manualHead, manualOf } from "./manual.ts"

const description = "A public API for everyone, a tool server for agents, and webhooks for your server."

export async function loadDevelopers(visit: Visit): Promise<PageContent<DevelopersData>> {
  const { app, settings } = visit
  const { base, mcp } = app.addresses
  const clientId = settings.oauthClientId
  const configuration = { mcpServers: { [serverName(app.brandName)]: { type: "http", url: mcp, oauth: { clientId } } } }
  return {
    head: manualHead(visit, "/developers", {
      ...{ title: "Developers", description },
      cardTitle: `${app.brandName} for developers`,
    }),
    data: {
      manual: manualOf("/developers"),
      guides: guideLinks,
      baseUrl: base,
      mcpUrl: mcp,
      clientId,
      mcpConfiguration: JSON.stringify(configuration, null, 2),
      limits: limitsOf(settings),
      documents,
    },
  }
}

/** A name that every client accepts. */
const serverName = (brandName: string) => brandName.toLowerCase().replace(/[^a-z0-9]+/g, "-") || "workspace"

function limitsOf(settings: Settings): DevelopersData["limits"] {
  const network = "network"
  return [
    { what: "Reads", aMinute: settings.rateReads, each: network },
    { what: "Writes", aMinute: settings.rateWrites, each: network },
    { what: "Preview images", aMinute: settings.rateImages, each: network },
    { what: "Gift codes", aMinute: settings.rateGifts, each: network },
    { what: "Tool server", aMinute: settings.rateTools, each: "connection" },
    { what: "Tokens", aMinute: settings.rateTokens, each: "client and network" },
  ]
}

const documents: DevelopersData["documents"] = [
  { path: "/openapi.json", holds: "OpenAPI 3.1 for the public API and the webhooks" },
  { path: "/auth.md", holds: "Authentication guide for agents" },
  { path: "/.well-known/mcp/server-card.json", holds: "Tools of the tool server" },
  { path: "/.well-known/agent-skills/index.json", holds: "Skills for agents" },
  { path: "/llms.txt", holds: "Overview for language models" },
]
