import { z } from "zod"
import { recordSecurityEvent } from "#access/security-event.ts"
import { operatorAction } from "#domains/accounts/index.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { closeReportRow } from "./report-store.ts"

/** Closes a report without changing its subject. A suspension of the subject closes its reports too. */
export const closeReport = operatorAction({
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    const closed = await cx.atomically((cx) => closeReportRow(cx, id, { closedBy: cx.accountId, outcome: "kept" }))
    if (!closed) throw notOpen()
    const { accountId, network } = cx
    recordSecurityEvent(cx, "report_closed", { accountId, workspaceId: closed.workspace_id, reason: id, network })
    return { id }
  },
})

const notOpen = () => conflict("This report is already closed.", "Reload the page.")
