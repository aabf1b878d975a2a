import { authGuide } from "../discovery/guides.ts"
import type { Resource } from "../mcp/documents.ts"
import { tools } from "../mcp/tools.ts"
import { guideText } from "../pages/developers/guide-text.ts"
import { guides } from "../pages/developers/guides.ts"
import { endpoints } from "../rest/endpoints.ts"
import { openApiDocument } from "../rest/openapi/document.ts"
import { scopesGuide } from "./scopes-guide.ts"

/** Every resource, once: static documents, never a workspace's data, so reading them needs no token. */
export const resources: readonly Resource[] = [
  {
    uri: "docs://auth",
    name: "auth.md",
    title: "Guide to authentication",
    description: "How an agent gets access for a person, step by step, and what to do when a request is refused.",
    mimeType: "text/markdown",
    text: ({ settings }) => authGuide(settings),
  },
  {
    uri: "docs://scopes",
    name: "scopes",
    title: "Scopes and tools",
    description: "What each scope of a connection allows, and which scope and role each tool needs.",
    mimeType: "text/markdown",
    text: () => scopesGuide(tools),
  },
  ...guides.map(
    ({ name, title, about }): Resource => ({
      uri: `docs://developers/${name}`,
      name,
      title,
      description: about,
      mimeType: "text/markdown",
      text: ({ settings }) => guideText(name, settings),
    }),
  ),
  {
    uri: "docs://openapi",
    name: "openapi.json",
    title: "OpenAPI description of the REST API",
    description: "Every endpoint, field, header, status and example of the public REST API, in OpenAPI 3.1.",
    mimeType: "application/json",
    text: ({ settings: { addresses, brandName }, versionDates }) =>
      JSON.stringify(openApiDocument(endpoints, { baseUrl: addresses.base, brandName, versionDates })),
  },
]
