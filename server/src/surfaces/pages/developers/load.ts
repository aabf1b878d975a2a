import type { Settings } from "#config/settings.ts"
import type { DevelopersData } from "#contract/pages/developers.ts"
import type { PageContent, Visit } from "../page.ts"
import { previewOf } from "../preview.ts"

const description = "The two doors for programs: a small public API, and a tool server for agents."

export async function loadDevelopers({ app, settings }: Visit): Promise<PageContent<DevelopersData>> {
  const { base, mcp } = app.addresses
  const configuration = { mcpServers: { [serverName(app.brandName)]: { type: "http", url: mcp } } }
  return {
    head: {
      title: "Developers",
      description,
      preview: previewOf(base, "/developers", { title: `${app.brandName} for developers`, description }),
    },
    data: {
      baseUrl: base,
      mcpUrl: mcp,
      clientId: settings.oauthClientId,
      mcpConfiguration: JSON.stringify(configuration, null, 2),
      limits: limitsOf(settings),
      documents,
    },
  }
}

/** A name that every client accepts. */
const serverName = (brandName: string) => brandName.toLowerCase().replace(/[^a-z0-9]+/g, "-") || "workspace"

function limitsOf(settings: Settings): DevelopersData["limits"] {
  const network = "client network"
  return [
    { what: "Reads", aMinute: settings.rateReads, each: network },
    { what: "Writes", aMinute: settings.rateWrites, each: network },
    { what: "Preview images", aMinute: settings.rateImages, each: network },
    { what: "Attempts at gift codes", aMinute: settings.rateGifts, each: network },
    { what: "Requests to the tool server", aMinute: settings.rateTools, each: "connection" },
    { what: "Requests for tokens", aMinute: settings.rateTokens, each: "agent client and network" },
  ]
}

const documents: DevelopersData["documents"] = [
  { path: "/openapi.json", holds: "Every endpoint of the public API, as OpenAPI 3.1" },
  { path: "/rest-api.md", holds: "The public API in words: errors, repeating safely, money" },
  { path: "/auth.md", holds: "How an agent gets its permission, request by request" },
  { path: "/.well-known/mcp/server-card.json", holds: "The tools of the tool server, without signing in" },
  { path: "/.well-known/agent-skills/index.json", holds: "Skills: short guides for agents" },
  { path: "/llms.txt", holds: "All of it for a model, on one page" },
]
