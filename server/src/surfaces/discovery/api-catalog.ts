import type { Settings } from "#config/settings.ts"
import { guidePath, guides } from "../pages/developers/guides.ts"
import { referencePath } from "../pages/developers/manual.ts"
import { openApiType } from "../rest/openapi/serve.ts"
import { authGuideUrl } from "./about.ts"
import { catalogTypes } from "./ai-catalog.ts"
import { remoteCardUrl, toolPreviewUrl } from "./server-card.ts"

const markdown = "text/markdown"

/** The interfaces and their descriptions: RFC 9727, as a link set of RFC 9264. */
export function apiCatalog({ addresses }: Settings): object {
  const { base, mcp } = addresses
  return {
    linkset: [
      {
        anchor: base,
        "service-desc": [{ href: `${base}/openapi.json`, type: openApiType }],
        "service-doc": [
          { href: `${base}${referencePath}`, type: "text/html" },
          ...guides.map((guide) => ({ href: `${base}${guidePath(guide)}.md`, type: markdown })),
        ],
        status: [{ href: `${base}/api/health`, type: "application/json" }],
      },
      {
        anchor: mcp,
        "service-desc": [
          { href: remoteCardUrl(addresses), type: catalogTypes.serverCard },
          { href: toolPreviewUrl(addresses), type: "application/json" },
        ],
        "service-doc": [{ href: authGuideUrl(addresses), type: markdown }],
      },
    ],
  }
}
