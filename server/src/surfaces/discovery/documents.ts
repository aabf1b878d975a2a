import type { Settings } from "#config/settings.ts"
import { guideText } from "../pages/developers/guide-text.ts"
import { guidePath, guides } from "../pages/developers/guides.ts"
import { apiCatalogLink } from "../transport/api-catalog-link.ts"
import { agentCard } from "./agent-card.ts"
import { aiCatalog, catalogPaths, catalogTypes } from "./ai-catalog.ts"
import { apiCatalog } from "./api-catalog.ts"
import type { Document } from "./document.ts"
import { robotsText, securityText } from "./for-crawlers.ts"
import { authGuide, llmsText } from "./guides.ts"
import { mcpManifest, remoteCard, serverCard } from "./server-card.ts"
import { skillPath, skillsIndex, skillText } from "./skill.ts"
import { skills } from "./skills.ts"
import { readTextBytes } from "./text.ts"

const json = "application/json; charset=utf-8"
const markdown = "text/markdown; charset=utf-8"

/** All documents but the OAuth metadata, from the settings and the tables of tools, endpoints, scopes and skills. */
export const documents: readonly Document[] = [
  { id: "serverCard", paths: ["/.well-known/mcp/server-card.json"], type: json, write: serverCard },
  { id: "remoteCard", below: "mcp", paths: ["/server-card"], type: catalogTypes.serverCard, write: remoteCard },
  { id: "mcpManifest", paths: ["/.well-known/mcp.json", "/mcp.json"], type: json, write: mcpManifest },
  { id: "agentCard", paths: ["/.well-known/agent-card.json"], type: json, write: agentCard },
  { id: "catalogedAgentCard", paths: [catalogPaths.agentCard], type: catalogTypes.agentCard, write: agentCard },
  { id: "skillsIndex", paths: ["/.well-known/agent-skills/index.json"], type: json, write: skillsIndex },
  ...skills.flatMap((skill): Document[] => {
    const write = (settings: Settings) => skillText(skill, settings)
    const catalogedType = `${catalogTypes.skill}; charset=utf-8`
    return [
      { id: `skill-${skill.name}`, paths: [skillPath(skill)], type: markdown, write },
      { id: `cataloged-skill-${skill.name}`, paths: [catalogPaths.skill(skill)], type: catalogedType, write },
    ]
  }),
  { id: "aiCatalog", paths: ["/.well-known/ai-catalog.json"], type: "application/ai-catalog+json", write: aiCatalog },
  {
    // RFC 9727 §4: application/linkset+json, with the profile.
    id: "apiCatalog",
    paths: ["/.well-known/api-catalog"],
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    // RFC 9727 §2: a HEAD is answered with a Link header of the relation api-catalog.
    headers: ({ addresses }) => ({ link: apiCatalogLink(addresses) }),
    write: apiCatalog,
  },
  { id: "authGuide", paths: ["/auth.md"], type: markdown, write: authGuide },
  ...guides.map((guide): Document => {
    const write = (settings: Settings) => guideText(guide.name, settings)
    return { id: `guide-${guide.name}`, paths: [`${guidePath(guide)}.md`], type: markdown, write }
  }),
  { id: "robotsText", paths: ["/robots.txt"], type: "text/plain; charset=utf-8", write: robotsText },
  {
    id: "securityText",
    paths: ["/.well-known/security.txt", "/security.txt"],
    type: "text/plain; charset=utf-8",
    write: securityText,
  },
  { id: "favicon", paths: ["/favicon.ico"], type: "image/x-icon", write: () => readTextBytes("favicon.ico") },
  { id: "llmsText", paths: ["/llms.txt"], type: "text/plain; charset=utf-8", write: llmsText },
]
