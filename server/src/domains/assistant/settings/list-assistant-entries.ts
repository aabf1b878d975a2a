import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { cursorsOf, notOurs } from "#kernel/cursor.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { checkRecord, listEntryRows } from "../record/index.ts"
import { listSettingsTools } from "./settings-tools.ts"

const cursors = cursorsOf("assistant-entries")

const entry = z.object({
  seq: z.int(),
  tool: z.string(),
  title: z.string().describe("The tool's current title; its name if it was removed."),
  who: z.string().nullable().describe("The member for whom it was called."),
  role: z.enum(roles),
  level: z.string(),
  layer: z.string(),
  decision: z.string().nullable(),
  outcome: z.string(),
  at: z.int(),
})

/** Holds no text of a conversation. The first page also says whether the record's hash chain is intact. */
export const listAssistantEntries = workspaceAction("admin", "console", {
  input: z.strictObject({
    tool: lenientIdInput.optional(),
    outcome: lenientIdInput.optional(),
    ...listInput(50),
  }),
  output: listOutput(entry).extend({
    record: z
      .object({ checked: z.int(), brokenAt: z.int().nullable() })
      .optional()
      .describe("How many lines were checked, and the first that was changed or taken away."),
  }),
  async run(cx, { tool, outcome, limit, cursor }) {
    const before = cursor === undefined ? undefined : readSeq(cursor)
    const [rows, tools, record] = await Promise.all([
      listEntryRows(cx, cx.workspaceId, { before, limit: limit + 1, tool, outcome }),
      listSettingsTools(cx),
      before === undefined ? checkRecord(cx, cx.workspaceId) : undefined,
    ])
    const titles = new Map(tools.map(({ name, title }) => [name, title]))
    const items = rows.slice(0, limit).map((row) => ({
      ...{ seq: row.seq, tool: row.tool, title: titles.get(row.tool) ?? row.tool, who: row.name ?? row.email },
      ...{ role: row.role, level: row.level, layer: row.layer, decision: row.decision, outcome: row.outcome },
      at: row.at,
    }))
    const last = items.at(-1)
    const hasMore = rows.length > limit && last !== undefined
    return { items, ...(hasMore && { nextCursor: cursors.write(String(last.seq)) }), ...(record && { record }) }
  },
})

function readSeq(cursor: string): number {
  const place = cursors.read(cursor)
  if (!/^\d{1,15}$/.test(place)) throw notOurs()
  return Number(place)
}
