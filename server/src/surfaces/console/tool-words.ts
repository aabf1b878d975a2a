import { z } from "zod"
import { personAction, workspaceAction } from "#access/action.ts"
import { listAuditEntries, listWorkspaceAuditEntries } from "#domains/connections/index.ts"
import { getOverview } from "#domains/overview/index.ts"
import { listOutput } from "#kernel/list-input.ts"
import { tools } from "../mcp/tools.ts"

const rows = new Map(tools.map((tool) => [tool.name, tool]))

type Entry = z.output<typeof listAuditEntries.output>["items"][number]
type Write = NonNullable<z.output<typeof getOverview.output>["writes"]>[number]

const entries = listOutput(
  listAuditEntries.output.shape.items.element.extend({
    did: z.string().describe("The call in words."),
    href: z.string().nullable().describe("The address of what the call made; null without a page."),
  }),
)

const overview = getOverview.output.extend({
  writes: z
    .array(
      getOverview.output.shape.writes.unwrap().element.extend({
        kind: z.string().describe("The kind of thing that was made."),
        path: z.string().nullable().describe("Its address in the workspace; null without one, and after a deletion."),
      }),
    )
    .nullable(),
})

/** The calls of an own connection, in the words of the tools' rows. */
export const auditEntriesInWords = personAction({
  ...listAuditEntries,
  output: entries,
  run: async (cx, input) => withWords(await listAuditEntries.run(cx, input)),
})

/** The calls of a connection in a workspace, in the words of the tools' rows. */
export const workspaceAuditEntriesInWords = workspaceAction({
  ...listWorkspaceAuditEntries,
  output: entries,
  run: async (cx, input) => withWords(await listWorkspaceAuditEntries.run(cx, input)),
})

/** The overview, whose writes of agents have the words and the pages of the tools' rows. */
export const overviewInWords = workspaceAction({
  ...getOverview,
  output: overview,
  async run(cx, input) {
    const { writes, ...parts } = await getOverview.run(cx, input)
    return { ...parts, writes: writes?.map((write) => ({ ...write, ...seenOf(write) })) ?? null }
  },
})

function withWords({ items, ...page }: { items: Entry[]; nextCursor?: string | undefined }) {
  return { ...page, items: items.map((entry) => ({ ...entry, did: didOf(entry), href: hrefOf(entry) })) }
}

/** A tool that no longer exists keeps its name. */
function didOf({ tool }: Entry): string {
  return rows.get(tool)?.did ?? (tool === "unknown" ? "Called an unknown tool" : tool)
}

function hrefOf({ tool, thing, workspaceSlug }: Entry): string | null {
  const path = thing && rows.get(tool)?.made?.thing?.replace("$id", thing.id)
  return path && workspaceSlug ? `/${workspaceSlug}${path}` : null
}

function seenOf({ tool, thingId, thingName }: Write): { kind: string; path: string | null } {
  const { kind, page, thing } = rows.get(tool)?.made ?? { kind: tool.replaceAll("_", " ") }
  const path = thingId !== null && thingName !== null && thing?.replace("$id", thingId)
  return { kind, path: page ?? (path || null) }
}
