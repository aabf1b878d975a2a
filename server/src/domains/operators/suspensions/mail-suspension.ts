import type { Context } from "#access/context.ts"
import { reasonWords } from "#contract/reasons.ts"
import { contactUrl, type Letter, mailsEachReader } from "#domains/mails/index.ts"
import type { Subject } from "../subject.ts"
import { findSubjects } from "../subject-store.ts"
import { findSuspension, listSuspensionRecipients, type SuspensionRow } from "./suspension-store.ts"

export const mailSuspension = mailsEachReader("mail-suspension", async (cx, { suspensionId, isLifted }) => {
  const suspension = await findSuspension(cx, suspensionId)
  if (!suspension) return undefined
  return {
    id: `${suspensionId}-${isLifted ? "lifted" : "stands"}`,
    ...{ about: suspensionId, workspaceId: suspension.workspace_id },
    readers: await listSuspensionRecipients(cx, suspension),
    write: async () => {
      const subject = (await findSubjects(cx, [suspension]))(suspension)
      return isLifted ? liftedLetter(cx, subject) : letterOf(cx, subject, suspension)
    },
  }
})

function letterOf(cx: Context, subject: Subject, { reason, words }: SuspensionRow): Letter {
  return {
    subject: `Your ${subject.kind} was suspended: ${nameOf(subject)}`,
    paragraphs: [follows[subject.kind], `If this is a mistake, write to ${cx.admission.contact}.`],
    facts: [
      ...factsOf(subject),
      ["Reason", reasonWords[reason]],
      ...(words ? [["Note", words] as [string, string]] : []),
    ],
    button: { label: `Write to ${cx.brandName}`, url: contactUrl(cx.admission.contact) },
    contact: cx.admission.contact,
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
    subject: `Your ${subject.kind} is active again: ${nameOf(subject)}`,
    paragraphs: ["The suspension was lifted. No action needed."],
    facts: factsOf(subject),
    button: { label: "Open console", url: `${cx.addresses.base}/${subject.workspace.slug}` },
    contact: cx.admission.contact,
    notes: [`Something not working? Write to ${cx.admission.contact}.`],
  }
}

const nameOf = ({ kind, title, address }: Subject) => (kind === "link" ? (address ?? "") : title)

function factsOf({ kind, address, workspace }: Subject): [string, string][] {
  const own: [string, string][] = kind === "workspace" ? [] : [["Workspace", workspace.name]]
  return address === null ? own : [["Address", address], ...own]
}
