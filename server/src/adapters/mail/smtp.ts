import { minuteMs } from "#kernel/time/units.ts"
import { inClientSpan } from "#spans/span.ts"
import { composeMail } from "./compose-mail.ts"
import type { MailSender } from "./mail-sender.ts"
import type { Mail } from "./port.ts"
import { readSmtpAddress } from "./smtp-address.ts"
import { openSmtpPool } from "./smtp-pool.ts"
import { openSession, type Session } from "./smtp-session.ts"

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

const knownMs = 10 * minuteMs
const patienceMs = 5_000

/** Remembers from each session that opens whether the server takes addresses that are not ASCII. */
function openUtf8Memory(connect: () => Promise<Session>) {
  let known = { takesUtf8: true, until: Number.NEGATIVE_INFINITY }
  let asking: Promise<void> | undefined

  async function open(): Promise<Session> {
    const session = await connect()
    known = { takesUtf8: session.takesUtf8, until: Date.now() + knownMs }
    return session
  }

  async function ask(): Promise<void> {
    await open().then(
      (session) => session.quit(),
      () => {},
    )
    asking = undefined
  }

  return {
    open,
    async takesUtf8(): Promise<boolean> {
      if (Date.now() >= known.until) {
        asking ??= ask()
        await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())])
      }
      return known.takesUtf8
    },
  }
}
