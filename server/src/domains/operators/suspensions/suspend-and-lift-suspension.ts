import { z } from "zod"
import type { Inside } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { operatorAction } from "#domains/accounts/index.ts"
import { announceOffer, endOpenCheckouts } from "#domains/handover/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { newId } from "#kernel/ids.ts"
import { paragraphsInput } from "#kernel/line-input.ts"
import { closeReportsAbout } from "../reports/index.ts"
import { reason, subjectKind } from "../subject.ts"
import type { SubjectName } from "../subject-store.ts"
import { endSuspension, insertSuspension, markSuspended } from "./suspension-store.ts"

/** Suspends a subject from the next request on. Closes its reports, ends its open checkouts and mails the members. */
export const suspend = operatorAction({
  input: z.object({
    kind: subjectKind,
    id: idInput,
    reason,
    words: paragraphsInput(500).describe("What its members are told beside the reason; at most 500 characters."),
  }),
  output: z.object({ id: z.string() }),
  async run(cx, { kind, id, reason, words }) {
    const suspensionId = newId("suspension")
    const { accountId, network, addresses } = cx
    const workspaceId = await cx.atomically(async (cx) => {
      const workspace_id = await markSuspended(cx, { kind, id }, cx.now())
      if (workspace_id === undefined) throw notThere()
      const about = { subject_kind: kind, subject_id: id, workspace_id }
      await insertSuspension(cx, { ...about, id: suspensionId, reason, words, suspended_by: accountId })
      await closeReportsAbout(cx, about, accountId)
      await endWhatIsOnSale(cx, about)
      if (kind === "offer") announceOffer(cx, "suspended", { id, workspace_id, addresses })
      await enqueue(cx, "mail-suspension", { payload: { suspensionId, isLifted: false } })
      return workspace_id
    })
    recordSecurityEvent(cx, "suspended", { byAccountId: accountId, workspaceId, reason: `${kind} ${reason}`, network })
    return { id: suspensionId }
  },
})

/** Keeps buyers from paying for a suspended offer. A payment that still arrives is handed over or refunded. */
async function endWhatIsOnSale(cx: Inside, { subject_kind, subject_id, workspace_id }: SubjectName): Promise<void> {
  if (subject_kind === "workspace") await endOpenCheckouts(cx, { workspaceId: workspace_id })
  if (subject_kind === "offer") await endOpenCheckouts(cx, { workspaceId: workspace_id, offerId: subject_id })
}

const notThere = () => conflict("This was deleted or is already suspended.", "Reload the page.")

export const liftSuspension = operatorAction({
  input: z.object({ kind: subjectKind, id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, subject) {
    const { accountId, network, addresses } = cx
    const workspaceId = await cx.atomically(async (cx) => {
      const workspaceId = await markSuspended(cx, subject, null)
      if (workspaceId === undefined) throw notSuspended()
      if (subject.kind === "offer")
        announceOffer(cx, "updated", { id: subject.id, workspace_id: workspaceId, addresses })
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

const notSuspended = () => conflict("This isn't suspended.", "Reload the page.")
