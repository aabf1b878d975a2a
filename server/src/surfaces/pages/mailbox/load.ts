import type { KeptMail, KeptMails } from "#adapters/mail/port.ts"
import type { MailboxData, MailData } from "#contract/pages/mailbox.ts"
import { nothingHere } from "../nothing-here.ts"
import type { PageContent, Visit } from "../page.ts"

const path = "/mailbox"
const mostShown = 100

/**
 * Where the mails of this installation are read, for pages that lead there; undefined where they leave the machine, and
 * in production.
 */
export function mailboxPath({ app, settings }: Pick<Visit, "app" | "settings">): string | undefined {
  return !settings.isProduction && app.mail.kept ? path : undefined
}

/** The latest mails of an installation for trying out, newest first, to whoever visits it. */
export async function loadMailbox(visit: Visit): Promise<PageContent<MailboxData>> {
  const mails = await keptMails(visit).list(mostShown)
  return { head: { title: "Mailbox" }, data: { mails: mails.map(headOf) } }
}

/** One of them. */
export async function loadMail(visit: Visit): Promise<PageContent<MailData>> {
  const mail = await keptMails(visit).find(visit.params.mail ?? "")
  if (!mail) throw nothingHere()
  return { head: { title: mail.subject }, data: { ...headOf(mail), text: mail.text, mailboxPath: path } }
}

/** @throws ServiceError `not_found` where there is no mailbox. */
function keptMails(visit: Visit): KeptMails {
  const { kept } = visit.app.mail
  if (!kept || mailboxPath(visit) === undefined) throw nothingHere()
  return kept
}

function headOf({ id, to, subject, sentAt }: KeptMail) {
  return { path: `${path}/${id}`, to, subject, sentAt }
}
