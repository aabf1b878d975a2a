import { z } from "zod"
import { fromRow } from "#access/from-row.ts"
import type { listAuditLines } from "../tokens/index.ts"

export const auditLine = z.object({
  id: z.string(),
  tool: z.string().describe("The tool that was called; `connection` for events of the connection itself."),
  workspaceSlug: z.string().nullable(),
  outcome: z.string(),
  thing: z
    .object({
      id: z.string(),
      name: z.string().nullable().describe("As it is called now; null when it is gone, has no name, or is not theirs."),
    })
    .nullable()
    .describe("What the call made or changed; null where it did neither."),
  requestId: z.string(),
  at: z.int(),
})

type Row = Awaited<ReturnType<typeof listAuditLines>>[number]

export function toAuditLine(row: Row): z.input<typeof auditLine> {
  const thing = row.thing ? { id: row.thing, name: row.thing_name } : null
  return fromRow(auditLine, row, { at: row.created_at, thing })
}
