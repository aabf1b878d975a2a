import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import type { TestContext } from "node:test"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

export interface Delivery {
  /** From the envelope. */
  from: string
  to: string[]
  /** The message, byte for byte. */
  message: Buffer
}

export interface MailServer {
  /** In the form of `SVC_MAIL_URL`. */
  url: string
  deliveries: Delivery[]
  /** Ends all connections, as a server does with idle ones. */
  endConnections(): void
}

/** A mail server at one of this machine's addresses that accepts everything; removed after the test. */
export async function smtpServer(
  t: TestContext,
  options: SMTPServerOptions = {},
  host = "127.0.0.1",
): Promise<MailServer> {
  const deliveries: Delivery[] = []
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 1, // clients keep their connections open
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      buffer(stream).then((message) => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ""
        deliveries.push({ from, to: rcptTo.map(({ address }) => address), message })
        done()
      }, done)
    },
    ...options,
  })
  server.on("error", () => {}) // a client that disconnects
  server.listen(0, host)
  await once(server.server, "listening")
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const endConnections = () => {
    for (const connection of server.connections) connection.send(421, "Timeout - closing connection")
  }
  return { url: `smtp://${host}:${port}`, deliveries, endConnections }
}
