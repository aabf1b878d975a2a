import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roleCovers } from "#access/roles.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { idInput } from "#kernel/id-input.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { noSuchConnection } from "../consent-errors.ts"
import { listAuditLines } from "../tokens/index.ts"
import { auditLine, toAuditLine } from "./audit-line.ts"
import { findReachingGrant } from "./workspace-grant-store.ts"

const pages = listOf("workspace-audit-entries", byCreation)

/** Lists the calls of a connection in this workspace. Admins read the calls of all members, others their own. */
export const listWorkspaceAuditEntries = workspaceAction("viewer", "console", {
  input: z.object({ id: idInput, ...listInput(25) }),
  output: listOutput(auditLine),
  async run(cx, { id, ...asked }) {
    const grant = await findReachingGrant(cx, id)
    const mayRead = grant?.account_id === cx.accountId || roleCovers(cx.role, "admin")
    if (!grant || !mayRead) throw noSuchConnection()
    const of = { grantId: id, readerId: cx.accountId, workspaceId: cx.workspaceId }
    const page = await pages.find(asked, (part) => listAuditLines(cx, of, part))
    return { ...page, items: page.items.map(toAuditLine) }
  },
})
