import { inClientSpan } from "#spans/span.ts"
import { composeMail } from "./compose-mail.ts"
import type { MailSender } from "./mail-sender.ts"
import type { Mail } from "./port.ts"
import { readSmtpAddress } from "./smtp-address.ts"
import { openSmtpPool } from "./smtp-pool.ts"
import { openSession } from "./smtp-session.ts"
import { openUtf8Memory } from "./smtp-utf8.ts"

/** Sends mail over SMTP. Mails that a person waits for have connections of their own. */
export function openSmtp(url: string, sender: MailSender): Mail {
  const address = readSmtpAddress(url, sender.host)
  const { open, takesUtf8 } = openUtf8Memory(() => openSession(address))
  const pools = { awaited: openSmtpPool(address, open), other: openSmtpPool(address, open) }
  return {
    async send(message) {
      const letter = {
        from: sender.envelopeOf(message.bounceToken),
        to: message.to,
        bytes: await composeMail(message, sender),
      }
      await inClientSpan("mail", () => pools[message.isAwaited ? "awaited" : "other"].send(letter))
    },
    async check(to) {
      const session = await open()
      await session.probe(sender.envelopeOf("doctor"), to)
      session.quit()
    },
    takesUtf8,
    async close() {
      for (const pool of Object.values(pools)) pool.close()
    },
  }
}
