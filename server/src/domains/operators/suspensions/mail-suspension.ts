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
    subject: `Suspended: ${nameOf(subject)}`,
    paragraphs: [`${cx.brandName} has suspended ${nameOf(subject)}. ${follows[subject.kind]}`],
    facts: [
      ...factsOf(subject),
      ["Reason", reasonWords[reason]],
      ...(words ? [["Note", words] as [string, string]] : []),
    ],
    notes: [`If this is a mistake, write to ${cx.admission.contact} and name the address above.`],
  }
}

const follows: Readonly<Record<Subject["kind"], string>> = {
  link: "It leads nobody on any more. Its clicks are kept.",
  offer: "It is not sold any more. What was bought is still handed over.",
  workspace:
    "Its links, offers, uploads and connected apps have stopped, deliveries rest, and nobody can work in it. Nothing of it was deleted, and payments that come in are given back.",
}

function liftedLetter(cx: Context, subject: Subject): Letter {
  return {
    subject: `Not suspended any more: ${nameOf(subject)}`,
    paragraphs: [`${cx.brandName} has lifted the suspension of ${nameOf(subject)}. It works again as before.`],
    facts: factsOf(subject),
    notes: [`If something does not, write to ${cx.admission.contact}.`],
  }
}

const nameOf = ({ kind, title, address }: Subject) =>
  kind === "link" ? `the link ${address ?? ""}` : `the ${kind} ${title}`

function factsOf({ kind, address, workspace }: Subject): [string, string][] {
  const own: [string, string][] = kind === "workspace" ? [] : [["Workspace", workspace.name]]
  return address === null ? own : [["Address", address], ...own]
}
