import { readFileSync } from "node:fs"
import { scopes } from "#access/scopes.ts"
import type { Settings } from "#config/settings.ts"
import { lifetimes } from "#domains/connections/index.ts"
import { errorCodes } from "#kernel/error.ts"
import { dayMs } from "#kernel/time/units.ts"
import { rpcMeanings } from "../mcp/rpc.ts"
import { modernVersion, protocolVersion } from "../mcp/server-info.ts"
import { tools } from "../mcp/tools.ts"
import { supportedVersions } from "../rest/versions/versions.ts"
import { resourceMetadataUrl } from "../transport/well-known.ts"
import { serverMetadataUrl } from "./about.ts"

function words(settings: Settings): Record<string, string> {
  const { addresses, brandName, oauthClientId } = settings
  return {
    brand: brandName,
    base: addresses.base,
    auth: addresses.auth,
    mcp: addresses.mcp,
    mcp_encoded: encodeURIComponent(addresses.mcp),
    resource_metadata: resourceMetadataUrl(addresses),
    server_metadata: serverMetadataUrl(addresses),
    protocol: protocolVersion,
    modern_protocol: modernVersion,
    version: supportedVersions.at(-1)?.date ?? "",
    client_id: oauthClientId,
    callbacks: list(settings.oauthCallbacks),
    rate_tools: String(settings.rateTools),
    ...tablesOf(),
    ...lifetimeWords(),
  }
}

function tablesOf(): Record<string, string> {
  return {
    scope_list: list(Object.keys(scopes)),
    scope_table: table(
      ["Scope", "Grants"],
      Object.entries(scopes).map(([scope, grants]) => [`\`${scope}\``, grants]),
    ),
    tool_table: table(
      ["Tool", "", "Scope"],
      tools.map(({ name, title, action }) => [`\`${name}\``, title, `\`${action.scope}\``]),
    ),
    rpc_table: table(
      ["Code", "Meaning"],
      rpcMeanings.map(([code, meaning]) => [`\`${errorCodes[code].rpc}\``, meaning]),
    ),
  }
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ")
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows]
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

function lifetimeWords(): Record<string, string> {
  const { requestMs, codeMs, accessMs, repeatMs, refreshMs, grantMs } = lifetimes
  return {
    request_minutes: String(requestMs / 60_000),
    code_seconds: String(codeMs / 1000),
    access_minutes: String(accessMs / 60_000),
    repeat_seconds: String(repeatMs / 1000),
    refresh_days: String(refreshMs / dayMs),
    grant_days: String(grantMs / dayMs),
  }
}

export function readTextBytes(name: string): Buffer {
  return readFileSync(new URL(`texts/${name}`, import.meta.url))
}

/** Replaces each `{{name}}` by the word of that name. @throws Error for a name without a word. */
export function readText(name: string, settings: Settings, more: Record<string, string> = {}): string {
  const text = readFileSync(new URL(`texts/${name}`, import.meta.url), "utf8")
  const known: Record<string, string> = { ...words(settings), ...more }
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, word: string) => {
    const found = known[word]
    if (found === undefined) throw new Error(`${name} uses {{${word}}}, and that word does not exist.`)
    return found
  })
}
