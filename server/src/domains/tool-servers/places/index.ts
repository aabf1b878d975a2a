import { hash } from "node:crypto"
import type { SealedColumn } from "#storage/sealed-column.ts"

export const sealedToolTokens: SealedColumn = {
  table: "tool_server_tokens",
  key: "id",
  column: "token_sealed",
  purpose: "tool-server",
  place: (id) => `tool_server_tokens/token/${id}`,
}

/** The sealed column with the addresses of authorization servers. */
export const sealedPlaces: SealedColumn = {
  table: "tool_servers",
  key: "id",
  column: "place_sealed",
  purpose: "tool-server",
  place: (id) => `tool_servers/place/${id}`,
}

export const sealedUrls: SealedColumn = {
  table: "tool_servers",
  key: "id",
  column: "url_sealed",
  purpose: "tool-server",
  place: (id) => `tool_servers/url/${id}`,
  isPlain: (text) => /^https?:/.test(text),
}

/** The data that a sign-in needs when the person returns from the authorization server. */
export const sealedFlows: SealedColumn = {
  table: "tool_server_sign_ins",
  key: "id",
  column: "flow_sealed",
  purpose: "tool-server",
  place: (id) => `tool_server_sign_ins/flow/${id}`,
}

/** Names an authorization server in its redirect URI, so no answer is taken for another's (RFC 9700 §4.4.2.2). */
export const issuerKey = (issuer: string) => hash("sha256", issuer, "base64url").slice(0, 22)

export const issuerKeyPattern = /^[\w-]{22}$/

export const callbackPath = (key: string) => `/tools/callback/${key}`

/** The path of this service's OAuth Client ID Metadata Document. */
export const clientDocumentPath = (key: string) => `/.well-known/oauth-client/${key}`
