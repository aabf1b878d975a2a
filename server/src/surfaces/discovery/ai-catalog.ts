import type { Settings } from "#config/settings.ts"
import { serverName } from "../mcp/server-info.ts"
import { openApiType } from "../rest/openapi/serve.ts"
import { authGuideUrl } from "./about.ts"
import { remoteCardUrl } from "./server-card.ts"
import { type Skill, skills } from "./skills.ts"

export const catalogTypes = {
  agentCard: "application/a2a-agent-card+json",
  serverCard: "application/mcp-server-card+json",
  skill: "application/agent-skills+md",
} as const

/** Here entries have the catalog's types; other specifications require more general ones at their own addresses. */
export const catalogPaths = {
  agentCard: "/.well-known/ai-catalog/agent-card.json",
  skill: ({ name }: Skill) => `/.well-known/ai-catalog/skills/${name}.md`,
} as const

/** All resources for agents in one list: AI Catalog 1.0. */
export function aiCatalog({ addresses, brandName }: Settings): object {
  const { base } = addresses
  const host = new URL(base).hostname
  const entry = entryOf(host)
  return {
    specVersion: "1.0",
    host: { displayName: brandName, identifier: host, documentationUrl: authGuideUrl(addresses) },
    entries: [
      entry(`mcp:${serverName}`, catalogTypes.serverCard, {
        url: remoteCardUrl(addresses),
        displayName: `${brandName} tools`,
      }),
      entry(`a2a:${serverName}`, catalogTypes.agentCard, {
        url: `${base}${catalogPaths.agentCard}`,
        displayName: brandName,
      }),
      ...skills.map((skill) => {
        const url = `${base}${catalogPaths.skill(skill)}`
        return entry(`skill:${skill.name}`, catalogTypes.skill, {
          url,
          displayName: skill.name,
          description: skill.description,
        })
      }),
      entry("api:rest", openApiType, {
        url: `${base}/openapi.json`,
        displayName: `${brandName} API`,
        description: "The public REST API. It takes no credentials.",
      }),
    ],
  }
}

/** Cards describe themselves, so their entries have no description. Older readers look for `mediaType`. */
function entryOf(publisher: string) {
  return (name: string, type: string, rest: { url: string; displayName: string; description?: string }) => ({
    identifier: `urn:air:${publisher}:${name}`,
    type,
    mediaType: type,
    ...rest,
  })
}
