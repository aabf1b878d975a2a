import type { Settings } from "#config/settings.ts"
import { serverName } from "../mcp/server-info.ts"
import { authGuideUrl } from "./about.ts"
import { skillPath } from "./skill.ts"
import { skills } from "./skills.ts"

/** All that agents can use here, in one list: AI Catalog 1.0. */
export function aiCatalog({ addresses, brandName }: Settings): object {
  const { base, mcp } = addresses
  const host = new URL(base).hostname
  const entry = entryOf(host)
  return {
    specVersion: "1.0",
    host: { displayName: brandName, identifier: host, documentationUrl: authGuideUrl(addresses) },
    entries: [
      entry(`mcp:${serverName}`, "application/mcp-server-card+json", { url: `${mcp}/server-card` }),
      entry(`a2a:${serverName}`, "application/a2a-agent-card+json", { url: `${base}/.well-known/agent-card.json` }),
      ...skills.map((skill) => {
        const about = { displayName: skill.name, description: skill.description }
        return entry(`skill:${skill.name}`, "application/agent-skills+md", {
          url: `${base}${skillPath(skill)}`,
          ...about,
        })
      }),
      entry("api:rest", "application/vnd.oai.openapi+json;version=3.1", {
        url: `${base}/openapi.json`,
        displayName: `${brandName} API`,
        description: "The public REST API. It takes no credentials.",
      }),
    ],
  }
}

/** Cards name and describe themselves, so their entries do not. Older readers look for `mediaType`. */
function entryOf(publisher: string) {
  return (name: string, type: string, rest: { url: string; displayName?: string; description?: string }) => ({
    identifier: `urn:air:${publisher}:${name}`,
    type,
    mediaType: type,
    ...rest,
  })
}
