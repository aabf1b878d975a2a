import { hash } from "node:crypto"
import type { SealedColumn } from "#storage/sealed-column.ts"

/** The sealed column of tokens. */
export const sealedToolTokens: SealedColumn = {
  table: "tool_server_tokens",
  key: "id",
  column: "token_sealed",
  purpose: "tool-server",
  place: (id) => `tool_server_tokens/token/${id}`,
}

/** The sealed column with the places where one signs in. */
export const sealedPlaces: SealedColumn = {
  table: "tool_servers",
  key: "id",
  column: "place_sealed",
  purpose: "tool-server",
  place: (id) => `tool_servers/place/${id}`,
}

/** The sealed column with the addresses of tool servers. */
export const sealedUrls: SealedColumn = {
  table: "tool_servers",
  key: "id",
  column: "url_sealed",
  purpose: "tool-server",
  place: (id) => `tool_servers/url/${id}`,
  isPlain: (text) => /^https?:/.test(text),
}

/** The sealed column with what a sign-in needs when its person comes back. */
export const sealedFlows: SealedColumn = {
  table: "tool_server_sign_ins",
  key: "id",
  column: "flow_sealed",
  purpose: "tool-server",
  place: (id) => `tool_server_sign_ins/flow/${id}`,
}

/**
 * Names an authorization server in our own addresses. Each has a redirect URI of its own, so that an answer of one is
 * never taken for an answer of another (RFC 9700 §4.4.2.2).
 */
export const issuerKey = (issuer: string) => hash("sha256", issuer, "base64url").slice(0, 22)

/** A well-formed key of an authorization server. */
export const issuerKeyPattern = /^[\w-]{22}$/

/** The path at our base address to which an authorization server sends people back. */
export const callbackPath = (key: string) => `/tools/callback/${key}`

/** The path of the document that says who we are at an authorization server (OAuth Client ID Metadata Document). */
export const clientDocumentPath = (key: string) => `/.well-known/oauth-client/${key}`
