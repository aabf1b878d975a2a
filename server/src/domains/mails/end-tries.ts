import type { Inside } from "#access/context.ts"
import type { MailFault, MailVerdict } from "#adapters/mail/port.ts"
import { noteChange } from "#changes/note-change.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobKind } from "#jobs/jobs.ts"
import { isToBuyer, shownOn } from "./concerns.ts"
import {
  bounceMail,
  findBouncedId,
  type MailAnswer,
  type MailRow,
  noteDelay,
  refuseMail,
  refuseMailsOf,
} from "./mail-store.ts"
import { reasonOf } from "./reason-of.ts"

/** Ends the tries of a mail, and tells who can do something about it. */
export async function endTries(cx: Inside, id: string, answer: MailAnswer): Promise<void> {
  await tell(cx, await refuseMail(cx, id, answer))
}

/** Ends the tries of the mails that a job had begun when it was given up. */
export async function endTriesOf(cx: Inside, jobId: string): Promise<void> {
  for (const mail of await refuseMailsOf(cx, jobId)) await tell(cx, mail)
}

/** A report that a taken mail came back, or that its delivery takes long (RFC 3464). */
interface Bounce {
  /** The token in the report's recipient address. Otherwise `mailId` is the local part of the mail's Message-ID. */
  token?: string
  mailId?: string
  /** The enhanced status code. */
  status?: string
  /** The mail server's words, without addresses. */
  words: string
  isFinal: boolean
}

/** Notes a report. False if it is about no mail that is known to be taken. */
export async function noteBounce(cx: Inside, { token, mailId, status, words, isFinal }: Bounce): Promise<boolean> {
  const id = mailId ?? (token === undefined ? undefined : await findBouncedId(cx, token.toLowerCase()))
  if (id === undefined) return false
  const verdict: MailVerdict = isFinal ? "refused" : "later"
  const fault: MailFault = { step: "end", ...(status !== undefined && { status }), words }
  const answer = { ...fault, reason: reasonOf(verdict, fault) }
  if (!isFinal) return noteDelay(cx, id, answer)
  const bounced = await bounceMail(cx, id, answer)
  await tell(cx, bounced)
  return bounced !== undefined
}

async function tell(cx: Inside, mail: MailRow | undefined): Promise<void> {
  if (!mail?.workspace_id) return
  const kind = shownOn[mail.kind as JobKind]
  if (kind) noteChange(cx, { workspaceId: mail.workspace_id, kind })
  if (!isToBuyer(mail.kind)) return
  const payload = { purchaseId: mail.about, mailId: mail.id }
  await enqueue(cx, "tell-unmailed", { payload, dedupeKey: `unmailed:${mail.id}` })
}
