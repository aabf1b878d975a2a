import { hash } from "node:crypto"
import { sealedColumn } from "#storage/sealed-column.ts"

export const sealedToolTokens = sealedColumn({ table: "tool_server_tokens", field: "token", purpose: "tool-server" })

/** The sealed column with the addresses of authorization servers. */
export const sealedPlaces = sealedColumn({ table: "tool_servers", field: "place", purpose: "tool-server" })

export const sealedUrls = sealedColumn({
  table: "tool_servers",
  field: "url",
  purpose: "tool-server",
  isPlain: (text) => /^https?:/.test(text),
})

/** The data that a sign-in needs when the person returns from the authorization server. */
export const sealedFlows = sealedColumn({ table: "tool_server_sign_ins", field: "flow", purpose: "tool-server" })

/** Names an authorization server in its redirect URI, so no answer is taken for another's (RFC 9700 §4.4.2.2). */
export const issuerKey = (issuer: string) => hash("sha256", issuer, "base64url").slice(0, 22)

export const issuerKeyPattern = /^[\w-]{22}$/

export const callbackPath = (key: string) => `/tools/callback/${key}`

/** The path of this service's OAuth Client ID Metadata Document. */
export const clientDocumentPath = (key: string) => `/.well-known/oauth-client/${key}`
