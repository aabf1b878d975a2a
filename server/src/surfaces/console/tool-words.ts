import { z } from "zod"
import { personAction, workspaceAction } from "#access/action.ts"
import { listAuditEntries, listWorkspaceAuditEntries } from "#domains/connections/index.ts"
import { getOverview } from "#domains/overview/index.ts"
import { listOutput } from "#kernel/list-input.ts"
import { tools } from "../mcp/tools.ts"

const rows = new Map(tools.map((tool) => [tool.name, tool]))

const { element: entry } = listAuditEntries.output.shape.items
const entries = listOutput(
  entry.extend({ did: z.string(), href: z.string().nullable().describe("Null without a page.") }),
)

const { element: write } = getOverview.output.shape.writes.unwrap()
const seen = { kind: z.string(), path: z.string().nullable().describe("Null without a page, and after a deletion.") }

export const auditEntriesInWords = personAction(listAuditEntries.scope, {
  ...listAuditEntries,
  output: entries,
  run: async (cx, input) => withWords(await listAuditEntries.run(cx, input)),
})

export const workspaceAuditEntriesInWords = workspaceAction(
  listWorkspaceAuditEntries.role,
  listWorkspaceAuditEntries.scope,
  {
    ...listWorkspaceAuditEntries,
    output: entries,
    run: async (cx, input) => withWords(await listWorkspaceAuditEntries.run(cx, input)),
  },
)

export const overviewInWords = workspaceAction(getOverview.role, getOverview.scope, {
  ...getOverview,
  output: getOverview.output.extend({ writes: write.extend(seen).array().nullable() }),
  async run(cx, input) {
    const { writes, ...parts } = await getOverview.run(cx, input)
    return { ...parts, writes: writes?.map((write) => ({ ...write, ...seenOf(write) })) ?? null }
  },
})

function withWords({ items, ...page }: { items: z.output<typeof entry>[]; nextCursor?: string | undefined }) {
  return { ...page, items: items.map((entry) => ({ ...entry, did: didOf(entry), href: hrefOf(entry) })) }
}

/** A tool that no longer exists keeps its name. */
function didOf({ tool }: z.output<typeof entry>): string {
  return rows.get(tool)?.did ?? (tool === "unknown" ? "Called an unknown tool" : tool)
}

function hrefOf({ tool, thing, workspaceSlug }: z.output<typeof entry>): string | null {
  const path = thing && rows.get(tool)?.made?.thing?.replace("$id", thing.id)
  return path && workspaceSlug ? `/${workspaceSlug}${path}` : null
}

function seenOf({ tool, thingId, thingName }: z.output<typeof write>): { kind: string; path: string | null } {
  const { kind, page, thing } = rows.get(tool)?.made ?? { kind: tool.replaceAll("_", " ") }
  const path = thingId !== null && thingName !== null && thing?.replace("$id", thingId)
  return { kind, path: page ?? (path || null) }
}
