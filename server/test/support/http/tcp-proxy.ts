import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import { atEnd, type Ending } from "../databases/test-databases.ts"

/** A proxy between a client and any server that simulates networks' and servers' faults. */
export interface TcpProxy {
  readonly port: number
  /**
   * The fate of new connections: they pass; they get no data and no response; the response is of another protocol; or
   * they are cut in the middle of the first response.
   */
  fate: "pass" | "silence" | "nonsense" | "cut in the middle"
  /** How many connections were made since it began to listen. */
  readonly made: number
  /** From now on passes no data of the open connections on, but keeps them open. */
  fallSilent(): void
  /** Holds the data of the open connections back, or passes it on again. */
  standStill(isStill: boolean): void
  /** Cuts the open connections in the middle of the server's next message. */
  cutInTheMiddle(): void
  /** Accepts no new connections, and ends the open ones. */
  refuse(): Promise<void>
  /** Accepts connections again. */
  listen(): Promise<void>
}

interface Line {
  isSilent: boolean
  isToBeCut: boolean
  readonly ends: readonly Socket[]
}

/** Opens a proxy in front of `port` of this machine, as far away as `delayMs` in each direction; closed after the test. */
export async function tcpProxy(t: Ending, port: number, delayMs = 0): Promise<TcpProxy> {
  const lines = new Set<Line>()
  let server: Server | undefined
  let [ownPort, made] = [0, 0]
  const proxy: TcpProxy = {
    get port() {
      return ownPort
    },
    fate: "pass",
    get made() {
      return made
    },
    fallSilent() {
      for (const line of lines) line.isSilent = true
    },
    standStill(isStill) {
      for (const { ends } of lines) for (const end of ends) isStill ? end.pause() : end.resume()
    },
    cutInTheMiddle() {
      for (const line of lines) line.isToBeCut = true
    },
    async refuse() {
      const closed = server && once(server, "close")
      server?.close()
      for (const { ends } of lines) for (const end of ends) end.destroy()
      await closed
      server = undefined
    },
    async listen() {
      made = 0
      server = createServer({ noDelay: true }, (client) => {
        made += 1
        pass(client, { lines, port, fate: proxy.fate, delayMs })
      }).listen(ownPort, "127.0.0.1")
      await once(server, "listening")
      ownPort = (server.address() as AddressInfo).port
    },
  }
  await proxy.listen()
  atEnd(t, () => proxy.refuse())
  return proxy
}

interface Passing {
  lines: Set<Line>
  port: number
  fate: TcpProxy["fate"]
  delayMs: number
}

function pass(client: Socket, { lines, port, fate, delayMs }: Passing): void {
  const target = connect({ port, host: "127.0.0.1", noDelay: true })
  const line = { isSilent: fate === "silence", isToBeCut: fate === "cut in the middle", ends: [client, target] }
  lines.add(line)
  client.on("close", () => {
    lines.delete(line)
    target.destroy()
  })
  target.on("close", () => client.destroy())
  for (const end of line.ends) end.on("error", () => {})
  const write = (to: Socket, bytes: Buffer) =>
    delayMs > 0 ? setTimeout(() => to.writable && to.write(bytes), delayMs) : to.write(bytes)
  client.on("data", (bytes: Buffer) => {
    if (fate === "nonsense") client.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    else if (!line.isSilent) write(target, bytes)
  })
  target.on("data", (bytes: Buffer) => {
    if (line.isSilent || fate === "nonsense") return
    if (!line.isToBeCut) return void write(client, bytes)
    client.end(bytes.subarray(0, Math.ceil(bytes.length / 2)))
    target.destroy()
  })
}
