import { setTimeout as sleep } from "node:timers/promises"
import type { MailError, MailFault, MailVerdict } from "#adapters/mail/port.ts"
import type { Settings } from "#config/settings.ts"
import { openBounces, openMail } from "#start/adapters.ts"
import { broken, type Diagnosis, fine, type Ground, warning } from "./finding.ts"
import { writableFolder } from "./writable-folder.ts"

/** Many servers let a client wait before they greet it. */
const patienceMs = 25_000

/** Names the first operator, or the sender, to the mail server as a reader. No mail is sent. */
export async function checkMail({ settings }: Ground): Promise<Diagnosis> {
  const { mailUrl, mailFrom, operators } = settings
  if (mailUrl.startsWith("outbox:")) {
    await writableFolder(mailUrl.slice("outbox:".length))
    return fine("Mail is written to a folder. It reaches no person.")
  }
  const mail = await openMail(settings)
  try {
    const checked = mail.check?.(operators[0] ?? mailFrom).then(() => "done")
    if ((await Promise.race([checked, sleep(patienceMs, "late", { ref: false })])) === "late")
      return broken("The mail server says nothing.", "If the port is for TLS, begin SVC_MAIL_URL with smtps://.")
    return fine("The mail server takes mail from this service. No mail was sent.")
  } catch (error) {
    if (!(error instanceof Error && error.name === "MailError")) throw error
    return diagnose(error as MailError, settings)
  } finally {
    await mail.close()
  }
}

export async function checkBounces({ settings }: Ground): Promise<Diagnosis> {
  const bounces = await openBounces(settings)
  if (!bounces) return fine("The service does not read mail that comes back: SVC_MAIL_BOUNCES_URL is not set.")
  await bounces.check()
  return fine("The mailbox of the bounces opens.")
}

function diagnose({ verdict, fault }: MailError, settings: Settings): Diagnosis {
  const { host, username } = new URL(settings.mailUrl)
  const { step, words } = fault
  const said = [fault.code, fault.status, words].filter((part) => part !== undefined).join(" ")
  if (step === "connect") return unreachable(host, words)
  if (step === "tls" || (step === "greeting" && fault.code === undefined)) return unsafe(fault, settings.mailUrl)
  if (step === "sign_in") return unknownToServer(verdict, { code: fault.code, said })
  if (verdict === "later")
    return warning(`The mail server asks to be tried later: ${said}`, "Run this again in some minutes.")
  if (verdict === "refused")
    return warning(
      `The mail server refuses the first operator as a reader: ${said}`,
      "Check the address in SVC_OPERATORS.",
    )
  if (username === "" && /auth|relay|log ?in|5[03]0|access denied/i.test(said))
    return broken(
      `The mail server wants a password: ${said}`,
      "Put a user and a password into SVC_MAIL_URL: smtp://user:password@host:port.",
    )
  if (step === "sender" || /sender/i.test(words))
    return broken(
      `The mail server refuses the sender: ${said}`,
      "Set SVC_MAIL_FROM (and SVC_MAIL_BOUNCES) to an address from which this user may send.",
    )
  return broken(
    `The mail server refuses this service: ${said}`,
    "Ask who runs the mail server to let this service send, by its words above.",
  )
}

function unknownToServer(verdict: MailVerdict, { code, said }: { code: number | undefined; said: string }): Diagnosis {
  if (verdict === "later") return warning(`The mail server cannot check the password now: ${said}`)
  if (code === 502 || code === 504)
    return broken(
      `The mail server does not know this way to sign in: ${said}`,
      "Add ?authMethod=LOGIN (or PLAIN, CRAM-MD5) to SVC_MAIL_URL. A server that takes only OAuth (XOAUTH2) must be set to take passwords.",
    )
  return broken(
    `The mail server refuses the user or the password: ${said}`,
    "Correct user and password in SVC_MAIL_URL.",
  )
}

function unreachable(host: string, words: string): Diagnosis {
  if (/ENOTFOUND|EAI_AGAIN/.test(words))
    return broken(`No host has the name in SVC_MAIL_URL (${host}).`, "Correct the host in SVC_MAIL_URL.")
  if (/ECONNREFUSED/.test(words))
    return broken(
      `The port is closed: nothing listens at ${host}.`,
      "Correct host and port in SVC_MAIL_URL, and check that the mail server runs.",
    )
  return broken(
    `${host} does not answer: ${words}`,
    "A firewall may be in between. Many hosts block port 25: try port 587, or smtps:// with port 465.",
  )
}

function unsafe({ step, words }: MailFault, url: string): Diagnosis {
  if (/wrong version|packet length|unknown protocol/i.test(words))
    return broken(
      "The mail server speaks no TLS at this port.",
      "Begin SVC_MAIL_URL with smtp:// in place of smtps://, or name the port for TLS (465).",
    )
  if (step === "greeting")
    return broken(
      `The mail server does not greet: ${words}`,
      url.startsWith("smtp:")
        ? "If the port is for TLS, begin SVC_MAIL_URL with smtps://."
        : "Check that a mail server listens at this port.",
    )
  if (/cert|signed|altname|issuer|verify/i.test(words))
    return broken(
      `The mail server's certificate is not trusted: ${words}`,
      "Name the host that the certificate is for in SVC_MAIL_URL, or give the server a known certificate. Where the way to the server is safe, add ?tls.rejectUnauthorized=false.",
    )
  return broken(
    `The connection cannot be encrypted: ${words}`,
    "With a password, the server must know STARTTLS, or use smtps://. Where the way to the server is safe, add ?ignoreTLS=true&requireTLS=false.",
  )
}
