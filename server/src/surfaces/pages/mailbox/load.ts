import type { KeptMail, KeptMails } from "#adapters/mail/port.ts"
import type { MailboxData, MailData } from "#contract/pages/mailbox.ts"
import { nothingHere } from "../nothing-here.ts"
import type { PageContent, Visit } from "../page.ts"

const path = "/mailbox"
const mostShown = 100

/** The path of the local mailbox, for links from other pages. Undefined in production, and where mails are sent out. */
export function mailboxPath({ app, settings }: Pick<Visit, "app" | "settings">): string | undefined {
  return !settings.isProduction && app.mail.kept ? path : undefined
}

/** The latest mails of a trial installation, newest first, for any visitor. */
export async function loadMailbox(visit: Visit): Promise<PageContent<MailboxData>> {
  const mails = await keptMails(visit).list(mostShown)
  return { head: { title: "Mailbox" }, data: { mails: mails.map(headOf) } }
}

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
