import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import type { TestContext } from "node:test"
import { atEnd } from "./test-databases.ts"

/**
 * The fate of a COMMIT: it passes; it is cut before it reaches the server; its response is cut after the server has
 * committed; or the client is cut off, and the COMMIT reaches the server later.
 */
export type CommitFate = "pass" | "cut before" | "cut answer" | "late"

/** A proxy between the service and PostgreSQL that simulates network faults. */
export interface PostgresProxy {
  readonly url: string
  /** How many statements with parameters have reached the server. */
  readonly asked: number
  /** How many times the server has answered and waits for the next message: round trips. */
  readonly trips: number
  /** Holds back all data, like a stalled server; or passes it on again. */
  standStill(isStill: boolean): void
  /** Decides about each COMMIT. */
  fateOfCommit: () => CommitFate
  /** Cuts every connection. */
  cut(): void
  /** Accepts no new connections, and cuts the open ones. */
  refuse(): Promise<void>
  /** Accepts connections again. */
  listen(): Promise<void>
  /** From now on accepts connections and data of these connections, but passes nothing on. */
  fallSilent(whom: "all" | "the open ones" | "the next ones"): void
  /** New connections work again. Silent ones stay silent. */
  speakAgain(): void
}

const lateMs = 300

/** Opens a proxy in front of the PostgreSQL on `port`; closed after the test. */
export async function postgresProxy(t: TestContext, port: number): Promise<PostgresProxy> {
  const lines = new Set<ProxiedLine>()
  const state = { asked: 0, trips: 0, isStill: false, isSilent: false, fateOfCommit: () => proxy.fateOfCommit() }
  let server: Server | undefined
  let ownPort = 0
  const cut = () => {
    for (const line of lines) line.cut()
  }
  const proxy: PostgresProxy = {
    get url() {
      return `postgres://postgres@127.0.0.1:${ownPort}/postgres`
    },
    get asked() {
      return state.asked
    },
    get trips() {
      return state.trips
    },
    standStill(isStill) {
      state.isStill = isStill
      for (const line of lines) line.standStill(isStill)
    },
    fateOfCommit: () => "pass",
    cut,
    async refuse() {
      const closed = server && once(server, "close")
      server?.close()
      cut()
      await closed
    },
    async listen() {
      server = createServer((client) => {
        const line = new ProxiedLine(client, port, state)
        lines.add(line)
        client.on("close", () => lines.delete(line))
      }).listen(ownPort, "127.0.0.1")
      await once(server, "listening")
      ownPort = (server.address() as AddressInfo).port
    },
    fallSilent(whom) {
      state.isSilent = whom !== "the open ones"
      if (whom !== "the next ones") for (const line of lines) line.isSilent = true
    },
    speakAgain() {
      state.isSilent = false
    },
  }
  await proxy.listen()
  atEnd(t, () => proxy.refuse())
  return proxy
}

interface State {
  asked: number
  trips: number
  isStill: boolean
  isSilent: boolean
  fateOfCommit(): CommitFate
}

class ProxiedLine {
  readonly #client: Socket
  readonly #server: Socket
  readonly #state: State
  #received = Buffer.alloc(0)
  #hasStarted = false
  #awaitsCommit = false
  isSilent: boolean

  constructor(client: Socket, port: number, state: State) {
    this.#client = client
    this.#server = connect(port, "127.0.0.1")
    this.#state = state
    this.isSilent = state.isSilent
    client.on("data", (bytes: Buffer) => this.#fromClient(bytes)).on("error", () => {})
    client.on("close", () => this.#server.destroy())
    this.#server.on("data", (bytes: Buffer) => this.#fromServer(bytes)).on("error", () => {})
    this.#server.on("close", () => client.destroy())
    for (const socket of [client, this.#server]) socket.setNoDelay()
    if (state.isStill) this.standStill(true)
  }

  cut(): void {
    this.#client.destroy()
    this.#server.destroy()
  }

  standStill(isStill: boolean): void {
    for (const socket of [this.#client, this.#server]) isStill ? socket.pause() : socket.resume()
  }

  #fromClient(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    for (let message = this.#next(); message && !this.isSilent; message = this.#next()) {
      if (this.#hasStarted && message[0] === "B".charCodeAt(0)) this.#state.asked += 1
      if (isCommit(message)) this.#commit(message)
      else this.#server.write(message)
    }
  }

  /** The next whole message: a type and a length; the first message has no type. */
  #next(): Buffer | undefined {
    const typeBytes = this.#hasStarted ? 1 : 0
    if (this.#received.length < typeBytes + 4) return undefined
    const end = typeBytes + this.#received.readUInt32BE(typeBytes)
    if (this.#received.length < end) return undefined
    const message = this.#received.subarray(0, end)
    this.#received = this.#received.subarray(end)
    this.#hasStarted = true
    return message
  }

  #commit(message: Buffer): void {
    const fate = this.#state.fateOfCommit()
    if (fate === "cut before") {
      this.cut()
    } else if (fate === "late") {
      this.#client.removeAllListeners("close").destroy()
      setTimeout(() => this.#server.end(message), lateMs)
    } else {
      this.#awaitsCommit = fate === "cut answer"
      this.#server.write(message)
    }
  }

  #fromServer(bytes: Buffer): void {
    if (this.isSilent) return
    if (bytes.subarray(-6, -1).equals(readyForQuery)) this.#state.trips += 1
    if (this.#awaitsCommit && bytes.includes("COMMIT\0")) this.cut()
    else this.#client.write(bytes)
  }
}

/** ReadyForQuery without its last byte, which ends each answer. */
const readyForQuery = Buffer.from("Z\0\0\0\x05", "latin1")

/** A simple query that ends in `commit`. */
function isCommit(message: Buffer): boolean {
  return message[0] === "Q".charCodeAt(0) && /(?:^|; )commit\0$/i.test(message.toString("latin1", 5))
}
