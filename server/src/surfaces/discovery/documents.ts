import type { Settings } from "#config/settings.ts"
import { dayMs } from "#kernel/time/units.ts"
import { guideText } from "../pages/developers/guide-text.ts"
import { guidePath, guides } from "../pages/developers/guides.ts"
import { referencePath } from "../pages/developers/manual.ts"
import { openApiType } from "../rest/openapi/serve.ts"
import { apiCatalogLink } from "../transport/api-catalog-link.ts"
import { authGuideUrl } from "./about.ts"
import { agentCard } from "./agent-card.ts"
import { aiCatalog, catalogPaths, catalogTypes } from "./ai-catalog.ts"
import type { Document } from "./document.ts"
import { authGuide, llmsText } from "./guides.ts"
import { mcpManifest, remoteCard, remoteCardUrl, serverCard, toolPreviewUrl } from "./server-card.ts"
import { skillPath, skills, skillsIndex, skillText } from "./skills.ts"
import { readTextBytes } from "./texts.ts"

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

/** The interfaces and their descriptions: RFC 9727, as a link set of RFC 9264. */
function apiCatalog({ addresses }: Settings): object {
  const { base, mcp } = addresses
  return {
    linkset: [
      {
        anchor: base,
        "service-desc": [{ href: `${base}/openapi.json`, type: openApiType }],
        "service-doc": [
          { href: `${base}${referencePath}`, type: "text/html" },
          ...guides.map((guide) => ({ href: `${base}${guidePath(guide)}.md`, type: "text/markdown" })),
        ],
        status: [{ href: `${base}/api/health`, type: "application/json" }],
      },
      {
        anchor: mcp,
        "service-desc": [
          { href: remoteCardUrl(addresses), type: catalogTypes.serverCard },
          { href: toolPreviewUrl(addresses), type: "application/json" },
        ],
        "service-doc": [{ href: authGuideUrl(addresses), type: "text/markdown" }],
      },
    ],
  }
}

/** RFC 9309. Crawlers must fetch a private page to read its `noindex`: only addresses without pages are disallowed. */
function robotsText({ addresses }: Settings): string {
  return `# Pages that are not for search engines say so themselves, by X-Robots-Tag.
User-agent: *
Disallow: /api/
Allow: /api/og
Disallow: /oauth/
Allow: /

Sitemap: ${addresses.base}/sitemap.xml
`
}

/** RFC 9116. §2.5.5: Expires is "RECOMMENDED […] less than a year into the future"; each restart postpones it. */
function securityText({ addresses, securityContact }: Settings): string {
  // RFC 2142 §4: security@ is the mailbox for "Security bulletins or queries".
  const contact = securityContact ?? `mailto:security@${new URL(addresses.base).hostname}`
  const expires = new Date((Math.floor(Date.now() / dayMs) + 360) * dayMs)
  return `Contact: ${contact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${addresses.base}/.well-known/security.txt
`
}
