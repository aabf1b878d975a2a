import type { Context } from "#access/context.ts"
import { reasonWords } from "#contract/reasons.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { type Letter, writeLetter } from "#kernel/letter.ts"
import type { Subject } from "../subject.ts"
import { findSubjects } from "../subject-store.ts"
import { findSuspension, listSuspensionRecipients, type SuspensionRow } from "./suspension-store.ts"

/** A second run sends the same messages under the same ids. */
export async function mailSuspension(
  cx: Context,
  { suspensionId, isLifted }: JobPayloads["mail-suspension"],
): Promise<void> {
  const suspension = await findSuspension(cx, suspensionId)
  if (!suspension) return
  const subject = (await findSubjects(cx, [suspension]))(suspension)
  const letter = writeLetter(isLifted ? liftedLetter(cx, subject) : letterOf(cx, subject, suspension), cx.brandName)
  for (const { id, email } of await listSuspensionRecipients(cx, suspension)) {
    await cx.mail.send({ id: `${suspensionId}-${isLifted ? "lifted" : "stands"}-${id}`, to: email, ...letter })
  }
}

function letterOf(cx: Context, subject: Subject, { reason, words }: SuspensionRow): Letter {
  return {
    subject: `Your ${nameOf(subject)} was suspended`,
    paragraphs: [`If this is a mistake, write to ${cx.admission.contact}.`, follows[subject.kind]],
    facts: [
      ...factsOf(subject),
      ["Reason", reasonWords[reason]],
      ...(words ? [["Note", words] as [string, string]] : []),
    ],
    notes: [`Suspended by ${cx.brandName}.`],
  }
}

const follows: Readonly<Record<Subject["kind"], string>> = {
  link: "The link no longer works. Its clicks are kept.",
  offer: "The offer can't be bought. Past purchases are still delivered.",
  workspace:
    "Its links, offers, uploads, deliveries and connected apps have stopped, and members can't sign in to it. Nothing was deleted. Incoming payments are refunded.",
}

function liftedLetter(cx: Context, subject: Subject): Letter {
  return {
    subject: `Your ${nameOf(subject)} is active again`,
    paragraphs: ["No action needed. The suspension was lifted."],
    facts: factsOf(subject),
    notes: [`Something not working? Write to ${cx.admission.contact}.`],
  }
}

const nameOf = ({ kind, title, address }: Subject) => (kind === "link" ? `link ${address ?? ""}` : `${kind} ${title}`)

function factsOf({ kind, address, workspace }: Subject): [string, string][] {
  const own: [string, string][] = kind === "workspace" ? [] : [["Workspace", workspace.name]]
  return address === null ? own : [["Address", address], ...own]
}
