import { z } from "zod"
import { personAction } from "#access/action.ts"
import { fromRow } from "#access/from-row.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { idInput } from "#kernel/id-input.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { noSuchConnection } from "../consent-errors.ts"
import { findOwnGrant, listAuditLines } from "../tokens/index.ts"

const pages = listOf("audit-entries", byCreation)

const auditLine = z.object({
  id: z.string(),
  /** The tool that was called; `connection` for events of the connection itself. */
  tool: z.string(),
  workspaceSlug: z.string().nullable(),
  outcome: z.string(),
  requestId: z.string(),
  at: z.int(),
})

/** Lists the actions of one of the person's connections, newest first. */
export const listAuditEntries = personAction({
  scope: "console",
  input: z.object({ id: idInput, ...listInput(25) }),
  output: listOutput(auditLine),
  async run(cx, { id, ...asked }) {
    if (!(await findOwnGrant(cx, cx.accountId, id))) throw noSuchConnection()
    const page = await pages.find(asked, (part) => listAuditLines(cx, id, part))
    return { ...page, items: page.items.map((row) => fromRow(auditLine, row, { at: row.created_at })) }
  },
})
