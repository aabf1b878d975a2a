import { hash } from "node:crypto"
import type { ListedTool } from "#adapters/tool-servers/port.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"

export function digestOf({ name, title, description, inputSchema, outputSchema, annotations }: ListedTool): string {
  const said = { name, title, description, inputSchema, outputSchema, annotations }
  return hash("sha256", canonicalJson(said), "base64url")
}
