import type { App } from "#access/perform.ts"
import { type Mail, MailError, type MailMessage, type MailVerdict } from "#adapters/mail/port.ts"

interface MailServer {
  /** The world's app, whose mails go to this server. */
  app: App
  /** All messages that it got, and those that it took, oldest first. */
  tried: MailMessage[]
  taken: MailMessage[]
}

/** A mail server in process that answers as `answer` says; undefined takes the message. */
export function mailServer(app: App, answer: (message: MailMessage) => MailVerdict | undefined): MailServer {
  const [tried, taken]: [MailMessage[], MailMessage[]] = [[], []]
  const mail: Mail = {
    async send(message) {
      tried.push(message)
      const verdict = answer(message)
      if (verdict) throw new MailError(verdict, { step: "reader", code: 550, status: "5.1.1", words: "No such user" })
      taken.push(message)
    },
    close: async () => {},
  }
  return { app: { ...app, mail }, tried, taken }
}
