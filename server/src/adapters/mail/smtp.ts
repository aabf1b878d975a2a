import { createTransport } from "nodemailer"
import { upstreamError } from "#kernel/error.ts"
import { inClientSpan } from "#spans/span.ts"
import { toMailOptions } from "./message.ts"
import type { Mail } from "./port.ts"

const sendMs = 60_000
/** Closes idle connections before most servers would. A mail on a connection that a server closed is retried once. */
const kept = { pool: true, maxConnections: 8, maxMessages: 100, idleTimeout: 30_000, maxRequeues: 1 } as const

/**
 * Sends mail over SMTP: `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. With a password
 * TLS is required, except for a server on this machine. The library's own options may follow as a query.
 */
export function openSmtp(url: string, from: string): Mail {
  const { hostname, password } = new URL(url)
  const transport = createTransport({
    url,
    requireTLS: password !== "" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 5_000,
    ...kept,
  })
  return {
    async send(message) {
      const options = toMailOptions(message, from)
      try {
        await inClientSpan("mail", () => transport.sendMail({ ...options, signal: AbortSignal.timeout(sendMs) }))
      } catch (error) {
        throw upstreamError("The mail server", withoutAddresses(error))
      }
    },
    async check() {
      await transport.verify().catch((error: unknown) => {
        throw withoutAddresses(error)
      })
    },
    async close() {
      transport.close()
    },
  }
}

/** Removes addresses from a mail server's message, which often has the recipient's, to keep them out of the log. */
function withoutAddresses(error: unknown): Error {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  return new Error(`SMTP failed: ${[code, command, responseCode].filter(Boolean).join(" ") || "no reason given"}.`)
}
