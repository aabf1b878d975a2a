import { connect, type Socket } from "node:net"
import { Readable } from "node:stream"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import { needsUtf8 } from "#kernel/email-address.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { MailError, type MailStep } from "./port.ts"
import type { SmtpAddress } from "./smtp-address.ts"
import { openSmtpExchange } from "./smtp-exchange.ts"

/** Longer than each wait of an exchange, which says at which step the server was silent. */
const libraryMs = 30 * minuteMs
const quitMs = 5_000

export interface SmtpLetter {
  readonly from: string
  readonly to: string
  readonly bytes: Buffer
}

export interface Session {
  readonly isOpen: boolean
  /** RFC 6531. */
  readonly takesUtf8: boolean
  send(letter: SmtpLetter): Promise<void>
  /** Names the sender and the reader, and takes them back. @throws MailError */
  probe(from: string, to: string): Promise<void>
  quit(): void
}

/** Connects, starts TLS and signs in. @throws MailError */
export async function openSession({ options, auth }: SmtpAddress): Promise<Session> {
  const exchange = openSmtpExchange()
  const connection = new SMTPConnection({
    ...options,
    ...{ connection: await openSocket(options, exchange), logger: exchange.logger, transactionLog: true },
    ...{ connectionTimeout: libraryMs, greetingTimeout: libraryMs, socketTimeout: libraryMs },
    customAuth: { PROBE: probing(exchange.go) },
  })
  connection.on("error", exchange.end)
  connection.once("end", () => exchange.end(new Error("Connection closed")))

  async function during(...[work, to]: Parameters<Exchange["run"]>): Promise<void> {
    try {
      await exchange.run(work, to)
    } catch (error) {
      const hasAnswered = error instanceof MailError && error.fault.code !== undefined
      if (hasAnswered) quit(connection)
      else connection.close()
      throw error
    }
  }

  await during((done) => {
    exchange.go(options.secure ? "tls" : "greeting")
    connection.connect(done)
  })
  const takesUtf8 = /^250[ -]SMTPUTF8\b/im.test(`${connection.lastServerResponse}`)
  if (auth && connection.allowsAuth) await during((done) => connection.login({ ...auth }, done))
  return sessionOn(connection, exchange, { during, takesUtf8 })
}

type Exchange = ReturnType<typeof openSmtpExchange>

async function openSocket(options: SmtpAddress["options"], exchange: Exchange): Promise<Socket> {
  let socket: Socket | undefined
  try {
    await exchange.run((done) => {
      exchange.go("connect")
      socket = connect({ host: options.host, port: options.port }, done).once("error", done)
    })
  } catch (error) {
    socket?.destroy()
    throw error
  }
  return socket as unknown as Socket
}

interface Opened {
  readonly during: Exchange["run"]
  readonly takesUtf8: boolean
}

function sessionOn(connection: SMTPConnection, exchange: Exchange, { during, takesUtf8 }: Opened): Session {
  let isFirst = true
  /** RFC 6531 section 3.1: a server without SMTPUTF8 gets no such address. */
  const naming = (to: string, work: Parameters<Exchange["run"]>[0]) =>
    during((done) => (needsUtf8(to) && !takesUtf8 ? done(asciiOnly()) : work(done)), to)
  return {
    takesUtf8,
    get isOpen() {
      return !connection.destroyed
    },
    async send({ from, to, bytes }) {
      if (!isFirst) exchange.begin()
      isFirst = false
      await naming(to, (done) => {
        exchange.go("sender")
        const text = Readable.from([bytes]).once("end", () => exchange.go("end"))
        connection.send({ from, to, size: bytes.length }, text, done)
      })
    },
    probe: (from, to) => naming(to, (done) => connection.login({ method: "PROBE", user: from, pass: to }, done)),
    quit: () => quit(connection),
  }
}

/** The status of RFC 6531 section 3.5. */
const asciiOnly = () =>
  new MailError("refused", {
    ...{ step: "reader", status: "5.6.7" },
    words: "The mail server does not take addresses that are not ASCII (SMTPUTF8).",
  })

function quit(connection: SMTPConnection): void {
  connection.quit()
  setTimeout(() => connection.close(), quitMs).unref()
}

type Handler = NonNullable<SMTPConnection.Options["customAuth"]>[string]

/** The library sends commands of a caller only as a way to sign in. */
function probing(go: (step: MailStep) => void): Handler {
  return async ({ auth, sendCommand, reject }) => {
    const { user: from, pass: to = "" } = auth
    const commands = [
      ["sender", `MAIL FROM:<${from}>${needsUtf8(to) ? " SMTPUTF8" : ""}`],
      ["reader", `RCPT TO:<${to}>`],
      ["sender", "RSET"],
    ] as const
    for (const [step, command] of commands) {
      go(step)
      const { status } = await sendCommand(command)
      if (status >= 400) return reject(new Error("Refused"))
    }
  }
}
