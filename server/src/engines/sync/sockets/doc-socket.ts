import type { Hocuspocus } from "@hocuspocus/server"
import type { WebSocket } from "ws"
import { type Closing, closingFor, closings } from "./closings.ts"
import { type Frame, ping, readFrame, receiptOf } from "./frames/frame.ts"
import { limits, openAllowances, sumOver } from "./limits.ts"
import type { PersonInBrowser } from "./person.ts"
import type { Registry } from "./registry.ts"
import { newSeat, type Seat } from "./seat.ts"

type ClientConnection = ReturnType<Hocuspocus["handleConnection"]>

interface Parts {
  readonly ws: WebSocket
  readonly caller: PersonInBrowser
  readonly registry: Registry<DocSocket>
  readonly now: () => number
  /** Is told of each socket that the service ends. */
  readonly onEnd: (socket: DocSocket, closing: Closing) => void
}

/** One browser's socket, which may have several docs open. */
export class DocSocket {
  readonly caller: PersonInBrowser
  readonly seats = new Map<string, Seat>()
  /** Whether the service ends it: nothing that it still sends is read, and nothing is stored any more. */
  isEnding = false
  /** Whether nothing more is received, while what was received is still stored. */
  isDeaf = false
  /** How often it was asked since something came. */
  private unanswered = 0
  private isOver = false
  private client: ClientConnection | undefined
  private readonly ws: WebSocket
  private readonly registry: Registry<DocSocket>
  private readonly onEnd: Parts["onEnd"]
  private readonly now: Parts["now"]
  private readonly take = openAllowances()

  constructor({ ws, caller, registry, now, onEnd }: Parts) {
    this.ws = ws
    this.caller = caller
    this.registry = registry
    this.onEnd = onEnd
    this.now = now
  }

  /** What the library sees of the socket: it may send, and it may ask for its end. */
  get peer() {
    const { ws } = this
    return {
      get readyState() {
        return ws.readyState
      },
      send: (message: Parameters<WebSocket["send"]>[0]) => this.send(message),
      close: (code = closings.failed.code, reason = "") => this.end({ code, reason }),
    }
  }

  /** Lets the library have the socket, and begins to listen to it. */
  begin(client: ClientConnection): void {
    this.client = client
    this.registry.add(this)
    this.ws.on("message", (data: Buffer, isBinary) => this.receive(data, isBinary))
    this.ws.on("pong", () => this.hear(0) && this.count())
    this.ws.on("ping", () => this.hear(0) && this.count())
    this.ws.on("error", (fault: Error & { code?: string }) => this.end(closingFor(fault)))
    this.ws.on("close", (code, reason) => this.leaveAll({ code, reason: String(reason) }))
  }

  /** Ends the socket. Nothing is sent after the reason, and nothing that arrives is read. */
  end(closing: Closing): void {
    if (this.isEnding || this.isOver) return
    this.isEnding = true
    this.ws.resume() // the client's good-bye is behind what is not read
    this.onEnd(this, closing)
    this.ws.close(closing.code, closing.reason)
    setTimeout(() => this.ws.terminate(), limits.goodbyeMs).unref()
    this.leaveAll(closing)
  }

  /** Asks whether the client is there; ends the socket where nothing came though it was asked again and again. */
  ask(): void {
    if (this.unanswered >= limits.unanswered) return void this.cut()
    if (this.unanswered > 0) this.ws.ping()
    this.unanswered += 1
    this.send(Uint8Array.of(ping))
  }

  /** Takes in what waited until a client was let in, or until the library let a doc go. */
  takeIn(seat: Seat): void {
    if (!this.isOver) for (const bytes of seat.takeHeld()) this.receiveFrame(bytes, true)
    if (sumOver([this], ({ heldBytes }) => heldBytes) === 0) this.ws.resume()
  }

  /** Is told that the library let a doc go. What the client said of it since then is for the next time. */
  leave(seat: Seat): void {
    if (this.seats.get(seat.docId) !== seat) return
    this.seats.delete(seat.docId)
    this.registry.leave(this, seat.docId)
    this.takeIn(seat)
  }

  private cut(): void {
    this.isEnding = true
    this.ws.terminate()
    this.leaveAll({ code: 1006, reason: "" })
  }

  private leaveAll(event: Closing): void {
    this.isOver = true
    this.client?.handleClose(event)
    this.registry.remove(this)
  }

  private send(message: Parameters<WebSocket["send"]>[0]): void {
    if (this.ws.bufferedAmount <= limits.unreadBytes) return void this.ws.send(message)
    this.onEnd(this, closings.unread)
    this.cut()
  }

  private receive(data: Buffer, isBinary: boolean): void {
    if (this.isEnding || this.isDeaf) return
    if (isBinary) this.receiveFrame(data, false)
    else this.end(closings.malformed)
  }

  /** Notes that the client is there, and how much it sent. */
  private hear(bytes: number): boolean {
    this.unanswered = 0
    if (this.client) this.client.lastMessageReceivedAt = Date.now()
    return this.unlessTooFast(this.take.bytes(bytes))
  }

  private count(): boolean {
    return this.unlessTooFast(this.take.messages(1))
  }

  private unlessTooFast(isTaken: boolean): boolean {
    if (!isTaken) this.end(closings.tooFast)
    return isTaken
  }

  private receiveFrame(bytes: Uint8Array, wasHeld: boolean): void {
    const frame = this.read(bytes)
    const seat = frame && !this.isEnding && (this.seats.get(frame.docId) ?? this.seatFor(frame))
    if (!seat) return void this.hear(0)
    // All that was typed without a connection comes at once, in many small messages.
    if (seat.isEarly(frame.said, bytes)) return void (this.hear(0) && this.limit("earlyBytes", closings.sendAtOnce))
    if (!wasHeld && !this.mayCome(frame, bytes)) return
    if (!seat.hasOpened && frame.said !== "opens") return // of a doc that was not asked for
    if (seat.hold(frame.said, bytes)) {
      this.ws.pause() // what comes waits where the client has it
      return void this.limit("heldBytes", closings.tooFast)
    }
    if (seat.hear(frame.said)) this.client?.handleMessage(bytes)
    if (frame.said === "answers") void this.giveReceipts(seat)
  }

  private mayCome({ said }: Frame, { length }: Uint8Array): boolean {
    return this.hear(length) && this.count() && this.unlessTooFast(said !== "asks" || this.take.asks(1))
  }

  /** Whoever wrote too much before the answer connects again, and sends all that the service lacks at once. */
  private limit(what: "earlyBytes" | "heldBytes", closing: Closing): void {
    const sockets = this.registry.ofAccount(this.caller.accountId)
    if (sumOver(sockets, (seat) => seat[what]) > limits[what]) this.end(closing)
  }

  /** What was written before an answer is stored with it. */
  private async giveReceipts(seat: Seat): Promise<void> {
    const { connection } = seat
    const messages = connection ? seat.takeEarly() : 0
    if (!connection) return
    await connection.waitForPendingMessages()
    if (this.isEnding || this.isOver) return
    const receipt = receiptOf(seat.docId, !connection.readOnly)
    for (let given = 0; given < messages; given += 1) this.send(receipt)
  }

  private read(bytes: Uint8Array): Frame | undefined {
    try {
      return readFrame(bytes)
    } catch {
      this.end(closings.malformed)
      return undefined
    }
  }

  private seatFor({ docId, said }: Frame): Seat | undefined {
    if (said === "leaves") return undefined
    if (this.seats.size >= limits.docs) {
      this.end(closings.tooManyDocs)
      return undefined
    }
    const seat = newSeat(docId, this.now())
    this.seats.set(docId, seat)
    this.registry.enter(this, docId)
    return seat
  }
}
