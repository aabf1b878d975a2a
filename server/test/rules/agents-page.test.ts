import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { scopes } from "#access/scopes.ts"
import { readSettings } from "#config/settings.ts"
import { lifetimes } from "#domains/connections/index.ts"
import { errorCodes } from "#kernel/error.ts"
import { documents } from "#surfaces/discovery/documents.ts"
import { modernVersion, protocolVersion } from "#surfaces/mcp/server-info.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { mostOfAccount, mostOfConnection } from "#surfaces/transport/streams/held-streams.ts"
import { toolDocs } from "../../src/scripts/tool-docs.ts"

const page = readFileSync(new URL("../../../docs/developers/agents.md", import.meta.url), "utf8")

/** The cells of a chapter's first table, without its head. */
function rowsOf(chapter: string): string[][] {
  const text = page.split(`## ${chapter}\n`)[1]?.split("\n## ")[0] ?? ""
  const lines = text.split("\n").filter((line) => line.startsWith("|"))
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test("docs/developers/agents.md has every tool with its kind, scope and role, in the order of the table", () => {
  const rows = tools.map(({ name, kind, action }) => {
    return [`\`${name}\``, kind, `\`${action.scope}\``, action.access === "workspace" ? action.role : "none"]
  })
  assert.deepEqual(rowsOf("Tools"), rows)
  const named = new Set(rowsOf("Tools").map(([, , scope]) => scope))
  assert.deepEqual(
    [...named].sort(),
    Object.keys(scopes)
      .map((scope) => `\`${scope}\``)
      .sort(),
  )
  assert.equal(page, toolDocs(page), "run `npm run docs`")
})

test("docs/developers/agents.md names every refusal with its status or code", () => {
  for (const [status, name = ""] of rowsOf("Failures")) {
    const code = name.replaceAll("`", "")
    if (code in errorCodes) assert.equal(errorCodes[code as keyof typeof errorCodes].status, Number(status))
    else assert.ok(["400 none", "404 none"].includes(`${status} ${code}`), `${status} ${code}`)
  }
  const inTools = [
    "invalid_request",
    "workspace_forbidden",
    "not_found",
    "conflict",
    "rate_limited",
    "internal_error",
  ] as const
  for (const code of inTools) assert.ok(page.includes(`\`${errorCodes[code].rpc}\``), code)
})

test("docs/developers/agents.md has the present limits", () => {
  const { rateTools, maxConnections, oauthClientId } = readSettings({})
  const { codeMs, accessMs, refreshMs, grantMs } = lifetimes
  const limits = [
    `${rateTools} a minute`,
    `${mostOfConnection}, and ${mostOfAccount} of its account`,
    `${Math.ceil(maxConnections / 32)} in each process`,
    `${codeMs / 1000} seconds`,
    `${accessMs / 60_000} minutes`,
    `${refreshMs / 86_400_000} days without use`,
    `${grantMs / 86_400_000} days from the consent`,
  ]
  assert.deepEqual(
    rowsOf("Limits").map(([, limit]) => limit),
    limits,
  )
  assert.ok(page.includes(`\`${oauthClientId}\``))
  for (const version of [protocolVersion, modernVersion]) assert.ok(page.includes(`Protocol \`${version}\``))
})

test("docs/developers/agents.md lists the address of every document, and no other", () => {
  const named = rowsOf("Discovery").flatMap(([cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path))
  const elsewhere = [
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-authorization-server",
    "/openapi.json",
  ]
  assert.deepEqual(named.sort(), [...documents.flatMap(({ paths }) => paths), ...elsewhere].sort())
})
