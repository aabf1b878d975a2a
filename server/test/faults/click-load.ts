import { connect } from "node:net"

/** What a crowd of clients has asked for so far, and what came back, by slug. */
export interface Crowd {
  readonly sent: ReadonlyMap<string, number>
  readonly answered: ReadonlyMap<string, number>
  /** How many requests are on their way. */
  inFlight(): number
  /** Every connection has ended, and what had arrived on it was read. */
  readonly gone: Promise<void>
}

export interface Plan {
  connections: number
  /** The slug of the next request; undefined when this connection is to end. */
  next(): string | undefined
  /** Called after each answer, when the connection has asked again. */
  onAnswer(crowd: Crowd): void
}

/** Follows short links at `url` (…/s) on many connections at once, each asking again as soon as it was answered. */
export function openCrowd(url: string, { connections, next, onAnswer }: Plan): Crowd {
  const sent = new Map<string, number>()
  const answered = new Map<string, number>()
  const { hostname, port, pathname } = new URL(url)
  let inFlight = 0

  const client = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname)
      let asked: string | undefined
      const ask = () => {
        asked = next()
        if (asked === undefined) return void socket.end()
        count(sent, asked)
        inFlight += 1
        socket.write(`GET ${pathname}/${asked} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0\r\n\r\n`)
      }
      let received = ""
      socket.on("data", (bytes) => {
        received += bytes.toString("latin1")
        if (!received.endsWith("\r\n\r\n")) return // the answer to a click has no body
        if (!received.startsWith("HTTP/1.1 302 ")) throw new Error(`A click was answered: ${received}`)
        received = ""
        count(answered, asked ?? "")
        inFlight -= 1
        ask()
        onAnswer(crowd)
      })
      socket.on("connect", ask).on("error", () => {}) // the server was killed
      socket.on("close", () => resolve())
    })
  const crowd: Crowd = {
    sent,
    answered,
    inFlight: () => inFlight,
    gone: Promise.resolve().then(async () => void (await Promise.all(Array.from({ length: connections }, client)))),
  }
  return crowd
}

function count(counts: Map<string, number>, slug: string): void {
  counts.set(slug, (counts.get(slug) ?? 0) + 1)
}
