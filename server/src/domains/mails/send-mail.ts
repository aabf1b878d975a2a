import type { Context, Inside, Outside } from "#access/context.ts"
import { MailError, type MailFault, type MailVerdict } from "#adapters/mail/port.ts"
import { type JobKind, laneOf } from "#jobs/jobs.ts"
import { TryAgain } from "#jobs/try-again.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { ServiceError } from "#kernel/error.ts"
import { minuteMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { record } from "#measure/measure.ts"
import { endTries } from "./end-tries.ts"
import { type Letter, writeLetter } from "./letter.ts"
import { beginTry, markTaken, noteAnswer } from "./mail-store.ts"
import { reasonOf } from "./reason-of.ts"

export interface OutgoingMail {
  /** The local part of the Message-ID, the same in each try. */
  id: string
  kind: JobKind
  about: string
  workspaceId: WorkspaceId | null
  to: string
  letter: Letter
}

type OnTaken = (cx: Inside) => Promise<unknown>

/**
 * Sends a mail once: a mail that was taken before is not sent again. A mail that its reader can switch off is also left
 * out while mails to the address come back. Throws for another try.
 */
export async function sendMail(
  cx: Context,
  mail: OutgoingMail,
  onTaken: OnTaken = async () => {},
): Promise<"taken" | "refused"> {
  const { id, kind, about, workspaceId: workspace_id, to, letter } = mail
  const token = bounceToken(cx, id)
  const row = {
    id,
    kind,
    job_id: cx.jobId ?? null,
    about,
    workspace_id,
    address: comparableEmail(to),
    bounce_token: token,
  }
  const may_stop = letter.offUrl === undefined ? 0 : 1
  if (await cx.atomically((cx) => beginTry(cx, { ...row, may_stop }))) {
    const isAwaited = laneOf[kind] === "awaited"
    try {
      await cx.mail.send({ id, to, bounceToken: token, isAwaited, ...writeLetter(letter, cx.brandName) })
      record("mails_total", 1, "taken")
    } catch (error) {
      return await noteFailure(cx, mail, error)
    }
  }
  await cx.atomically(async (cx) => {
    await markTaken(cx, id)
    await onTaken(cx)
  })
  return "taken"
}

async function noteFailure(cx: Context, { id, kind }: OutgoingMail, error: unknown): Promise<"refused"> {
  const { verdict, fault } = readFailure(error)
  const { step, code, status } = fault
  const answer = { ...fault, reason: reasonOf(verdict, fault) }
  record("mails_total", 1, verdict)
  if (verdict === "refused") {
    await cx.atomically((cx) => endTries(cx, id, answer))
    cx.log.warn({ kind, step, code, status }, "A mail was refused.")
    return "refused"
  }
  await cx.atomically((cx) => noteAnswer(cx, id, answer))
  if (verdict === "ours")
    cx.log.error({ kind, step, code, status }, "The mail server takes no mail until its settings or ours change.")
  throw new TryAgain("The mail was not taken.", {
    cause: error,
    ...(verdict === "lost" && { afterMs: laneOf[kind] === "awaited" ? 2 * minuteMs : 15 * minuteMs }),
  })
}

function readFailure(error: unknown): { verdict: MailVerdict; fault: MailFault } {
  if (error instanceof MailError) return error
  if (error instanceof ServiceError && error.code === "invalid_request")
    return { verdict: "refused", fault: { step: "reader", words: error.message } }
  return { verdict: "later", fault: { step: "connect", words: "The mail server is unavailable." } }
}

/** Identifies a mail in its envelope sender. Servers may change the case of letters there, so it is hexadecimal. */
function bounceToken({ keyring }: Pick<Outside, "keyring">, mailId: string): string {
  return Buffer.from(keyring.mac("mail-bounce", mailId), "base64url").toString("hex").slice(0, 24)
}
