import { z } from "zod"
import { personAction } from "#access/action.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { idInput } from "#kernel/id-input.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { noSuchConnection } from "../consent-errors.ts"
import { findOwnGrant, listAuditLines } from "../tokens/index.ts"
import { auditLine, toAuditLine } from "./audit-line.ts"

const pages = listOf("audit-entries", byCreation)

export const listAuditEntries = personAction("console", {
  input: z.object({ id: idInput, ...listInput(25) }),
  output: listOutput(auditLine),
  async run(cx, { id, ...asked }) {
    if (!(await findOwnGrant(cx, cx.accountId, id))) throw noSuchConnection()
    const of = { grantId: id, readerId: cx.accountId }
    const page = await pages.find(asked, (part) => listAuditLines(cx, of, part))
    return { ...page, items: page.items.map(toAuditLine) }
  },
})
