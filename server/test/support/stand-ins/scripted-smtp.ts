import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { createInterface } from "node:readline"
import type { TestContext } from "node:test"
import { setImmediate as nextTurn } from "node:timers/promises"

/** `connect` is the greeting, `end` the answer to the end of the text. */
export type SmtpMoment = "connect" | "EHLO" | "MAIL" | "RCPT" | "DATA" | "end" | "RSET" | "QUIT"
type Behaviour = string | "silence" | "hang up" | (() => string)

const usual: Readonly<Record<SmtpMoment, Behaviour>> = {
  ...{ connect: "220 host.example", EHLO: "250 host.example", MAIL: "250 OK", RCPT: "250 OK" },
  ...{ DATA: "354 Go on", end: "250 Taken", RSET: "250 OK", QUIT: "221 Bye" },
}

export interface ScriptedSmtp {
  readonly url: string
  /** Each moment that came, in order. */
  readonly moments: SmtpMoment[]
  /** Each line that came, in order. */
  readonly lines: string[]
  /** Resolves once this moment has come as often. */
  came(moment: SmtpMoment, times?: number): Promise<void>
  /** Answers every connection that waits for an answer. */
  answer(reply: string): void
  /** Resolves once the clients have ended all connections, so that none touches the timers of the next test. */
  left(): Promise<void>
}

/** A mail server that does what its script says at each moment, such as to say nothing. */
export async function scriptedSmtp(
  t: TestContext,
  script: Partial<Record<SmtpMoment, Behaviour>> = {},
): Promise<ScriptedSmtp> {
  const moments: SmtpMoment[] = []
  const lines: string[] = []
  const silent = new Set<Socket>()
  const waiting = new Set<() => void>()

  function act(socket: Socket, moment: SmtpMoment): void {
    moments.push(moment)
    for (const look of waiting) look()
    const behaviour = script[moment] ?? usual[moment]
    const reply = typeof behaviour === "function" ? behaviour() : behaviour
    if (reply === "silence") silent.add(socket)
    else if (reply === "hang up") socket.destroy()
    else socket.write(`${reply}\r\n`)
  }

  const sockets = new Set<Socket>()
  const server = await listenForLines(t, { act, lines, sockets })
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    ...{ moments, lines },
    came: (moment, times = 1) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (moments.filter((other) => other === moment).length < times) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    answer(reply) {
      for (const socket of silent) socket.write(`${reply}\r\n`)
      silent.clear()
    },
    left: async () => {
      await Promise.all([...sockets].map((socket) => socket.closed || once(socket, "close")))
      await noticed()
    },
  }
}

/** What the kernel has already done for both ends of a connection is noticed here, too. */
export async function noticed(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await nextTurn()
}

interface Listener {
  act(socket: Socket, moment: SmtpMoment): void
  lines: string[]
  sockets: Set<Socket>
}

async function listenForLines(t: TestContext, { act, lines, sockets }: Listener): Promise<Server> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    let isText = false
    createInterface(socket).on("line", (line) => {
      lines.push(line)
      if (isText && line !== ".") return
      const moment = isText ? "end" : (line.slice(0, 4) as SmtpMoment)
      isText = moment === "DATA"
      act(socket, moment)
    })
    act(socket, "connect")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return server
}
