import { z } from "zod"
import { recordSecurityEvent } from "#access/security-event.ts"
import { operatorAction } from "#domains/accounts/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { subjectKind } from "../subject.ts"
import { endSuspension, markSuspended } from "./suspension-store.ts"

/** Lifts a suspension from the next request on, and mails the members. */
export const liftSuspension = operatorAction({
  input: z.object({ kind: subjectKind, id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, subject) {
    const { accountId, network } = cx
    const workspaceId = await cx.atomically(async (cx) => {
      const workspaceId = await markSuspended(cx, subject, null)
      if (workspaceId === undefined) throw notSuspended()
      const lifted = await endSuspension(cx, subject, accountId)
      // A suspension set in the database by hand has no record, and no mail announced it.
      if (lifted) await enqueue(cx, "mail-suspension", { payload: { suspensionId: lifted.id, isLifted: true } })
      return workspaceId
    })
    const about = { byAccountId: accountId, workspaceId, reason: subject.kind, network }
    recordSecurityEvent(cx, "suspension_lifted", about)
    return { id: subject.id }
  },
})

const notSuspended = () => new ServiceError("conflict", "This is not suspended.", { hint: "Load the page again." })
