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

/** The sealed column with what a sign-in needs when its person comes back. */
export const sealedFlows: SealedColumn = {
  table: "tool_server_sign_ins",
  key: "id",
  column: "flow_sealed",
  purpose: "tool-server",
  place: (id) => `tool_server_sign_ins/flow/${id}`,
}

/** The path at our base address to which people come back. */
export const callbackPath = "/tools/callback"

/** The path of the document that says who we are (OAuth Client ID Metadata Document). */
export const clientDocumentPath = "/.well-known/oauth-client.json"
