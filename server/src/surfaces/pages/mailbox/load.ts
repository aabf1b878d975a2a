import type { FastifyReply } from "fastify"
import type { StoredMail, StoredMails } from "#adapters/mail/port.ts"
import type { HttpCall } from "../../transport/http-call.ts"
import type { PageContent, Visit } from "../page.ts"
import type { PageParts } from "../send.ts"
import { unknownAddress } from "../unknown-address.ts"
import { visitOf } from "../visit.ts"

const path = "/mailbox"
const mostShown = 100

/** The path of the local mailbox, for links from other pages. Undefined in production, and where mails are sent out. */
export function mailboxPath({ app, settings }: Pick<Visit, "app" | "settings">): string | undefined {
  return !settings.isProduction && app.mail.stored ? path : undefined
}

/** The latest mails of a trial installation, newest first, for any visitor. */
export async function loadMailbox(visit: Visit) {
  const mails = await keptMails(visit).list(mostShown)
  return { head: { title: "Mailbox" }, data: { mails: mails.map(headOf) } } satisfies PageContent
}

export async function loadMail(visit: Visit) {
  const mail = await keptMails(visit).find(visit.params.mail ?? "")
  if (!mail) throw unknownAddress()
  const head = headOf(mail)
  const htmlPath = mail.html === "" ? null : `${head.path}/message.html`
  return {
    head: { title: mail.subject },
    data: { ...head, text: mail.text, htmlPath, mailboxPath: path },
    filesOrigin: new URL(visit.settings.baseUrl).origin,
  } satisfies PageContent
}

const htmlPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ")

/** Sends a mail's HTML for the frame on its page. Its links open in tabs, and it runs no scripts. */
export async function sendMailHtml(parts: PageParts, call: HttpCall): Promise<FastifyReply> {
  const visit = await visitOf(parts, undefined, call)
  const mail = await keptMails(visit).find(visit.params.mail ?? "")
  if (!mail) throw unknownAddress()
  return call.reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": htmlPolicy,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    .send(mail.html.replace("<head>", '<head><base target="_blank">'))
}

/** @throws ServiceError `not_found` where there is no mailbox. */
function keptMails(visit: Visit): StoredMails {
  const { stored } = visit.app.mail
  if (!stored || mailboxPath(visit) === undefined) throw unknownAddress()
  return stored
}

function headOf({ id, to, subject, sentAt }: StoredMail) {
  return { path: `${path}/${id}`, to, subject, sentAt }
}
