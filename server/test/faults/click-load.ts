import { connect } from "node:net"

/** The requests of many clients so far, and their responses, by slug. */
export interface Crowd {
  readonly sent: ReadonlyMap<string, number>
  readonly answered: ReadonlyMap<string, number>
  /** How many requests have no response yet. */
  inFlight(): number
  /** Every connection has ended, and all arrived data was read. */
  readonly gone: Promise<void>
}

export interface Plan {
  connections: number
  /** The slug of the next request; undefined to end this connection. */
  next(): string | undefined
  /** Called after each response, when the connection has sent its next request. */
  onAnswer(crowd: Crowd): void
}

/** Follows short links at `url` (…/s) on many connections. Each sends its next request right after a response. */
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
        socket.write(
          `GET ${pathname}/${asked} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0\r\n\r\n`,
        )
      }
      let received = ""
      socket.on("data", (bytes) => {
        received += bytes.toString("latin1")
        if (!received.endsWith("\r\n\r\n")) return // a redirect has no body
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
