import { scopes } from "#access/scopes.ts"
import type { Tool } from "../mcp/tool.ts"

/** Describes scopes and tools in Markdown, from their tables. */
export function scopesGuide(tools: readonly Tool[]): string {
  return `# Scopes and tools

A person grants a connection some of these scopes. Ask for the narrowest set that covers the job; a call that needs another one is answered with HTTP 403 \`insufficient_scope\`, whose challenge names the scopes to ask for.

| Scope | Allows |
|---|---|
${Object.entries(scopes)
  .map(([scope, words]) => `| \`${scope}\` | ${words} |`)
  .join("\n")}

Beside its scope, each tool needs a role in the workspace (viewer, member, admin, owner: each may do what the ones before it may). Role and membership are read anew on every call.

${toolTable(tools)}
`
}

/** The tools with their notes below, which `docs/developers/agents.md` has, too. */
export function toolTable(tools: readonly Tool[]): string {
  const notes = tools.flatMap(({ note }) => note ?? [])
  return `| Tool | Kind | Scope | Least role |
|---|---|---|---|
${tools.map(rowOf).join("\n")}

${notes.join(" ")}`
}

function rowOf({ name, kind, scope, action }: Tool): string {
  return `| \`${name}\` | ${kind} | \`${scope}\` | ${action.access === "workspace" ? action.role : "none"} |`
}
