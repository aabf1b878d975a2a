import type { Hocuspocus } from "@hocuspocus/server"
import type { WebSocket } from "ws"
import { type Closing, closingFor, closings } from "./closings.ts"
import { ping, readFrame, receiptOf, type SyncFrame } from "./frames/frame.ts"
import { limits, openAllowances, sumOver } from "./limits.ts"
import type { PersonInBrowser } from "./person.ts"
import type { SocketRegistry } from "./registry.ts"
import { newSeat, type Seat } from "./seat.ts"

type ClientConnection = ReturnType<Hocuspocus["handleConnection"]>

interface Parts {
  readonly ws: WebSocket
  readonly caller: PersonInBrowser
  readonly registry: SocketRegistry<DocSocket>
  readonly now: () => number
  /** Called when the service ends a socket. Not called for a socket that is cut because pings were unanswered. */
  readonly onEnd: (socket: DocSocket, closing: Closing) => void
}

export class DocSocket {
  readonly caller: PersonInBrowser
  readonly seats = new Map<string, Seat>()
  /** The service is ending the socket: it reads no more messages and stores no more updates. */
  isEnding = false
  /** The service reads no more messages, but still stores the updates that it received. */
  isDeaf = false
  /** Pings since the last message of the client. */
  private unanswered = 0
  private isOver = false
  private client: ClientConnection | undefined
  private readonly ws: WebSocket
  private readonly registry: SocketRegistry<DocSocket>
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

  /** The socket as Hocuspocus sees it: Hocuspocus may send and close. */
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

  begin(client: ClientConnection): void {
    this.client = client
    this.registry.add(this)
    this.ws.on("message", (data: Buffer, isBinary) => this.receive(data, isBinary))
    this.ws.on("pong", () => this.hear(0) && this.count())
    this.ws.on("ping", () => this.hear(0) && this.count())
    this.ws.on("error", (fault: Error & { code?: string }) => this.end(closingFor(fault)))
    this.ws.on("close", (code, reason) => this.leaveAll({ code, reason: String(reason) }))
  }

  /** Closes the socket with a code. The service sends nothing after it and reads nothing more. */
  end(closing: Closing): void {
    if (this.isEnding || this.isOver) return
    this.isEnding = true
    this.ws.resume() // the client's close frame is behind unread data
    this.onEnd(this, closing)
    this.ws.close(closing.code, closing.reason)
    setTimeout(() => this.ws.terminate(), limits.goodbyeMs).unref()
    this.leaveAll(closing)
  }

  /** Sends a ping. Cuts the socket when `limits.unanswered` pings have no answer. */
  ask(): void {
    if (this.unanswered >= limits.unanswered) return void this.cut()
    if (this.unanswered > 0) this.ws.ping()
    this.unanswered += 1
    this.send(Uint8Array.of(ping))
  }

  /** Handles the held messages: the client was let in, or Hocuspocus has closed the doc that it left. */
  takeIn(seat: Seat): void {
    if (!this.isOver) for (const bytes of seat.takeHeld()) this.receiveFrame(bytes, true)
    if (sumOver([this], ({ heldBytes }) => heldBytes) === 0) this.ws.resume()
  }

  /** Called when Hocuspocus has closed a doc. The messages held since then belong to the next opening. */
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

  /** Resets the ping count and takes `bytes` from the allowance. Returns false when the socket exceeds it. */
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
    // Text that was typed offline arrives at once, in many small messages.
    if (seat.isEarly(frame.said, bytes)) return void (this.hear(0) && this.limit("earlyBytes", closings.sendAtOnce))
    if (!wasHeld && !this.mayCome(frame, bytes)) return
    if (!seat.hasOpened && frame.said !== "opens") return // the client never asked to open this doc
    if (seat.hold(frame.said, bytes)) {
      this.ws.pause() // backpressure: further messages wait at the client
      return void this.limit("heldBytes", closings.tooFast)
    }
    if (seat.hear(frame.said)) this.client?.handleMessage(bytes)
    if (frame.said === "answers") void this.giveReceipts(seat)
  }

  private mayCome({ said }: SyncFrame, { length }: Uint8Array): boolean {
    return this.hear(length) && this.count() && this.unlessTooFast(said !== "asks" || this.take.asks(1))
  }

  /** Ends the socket when the account's sockets exceed the limit. The client reconnects and sends one difference. */
  private limit(what: "earlyBytes" | "heldBytes", closing: Closing): void {
    const sockets = this.registry.ofAccount(this.caller.accountId)
    if (sumOver(sockets, (seat) => seat[what]) > limits[what]) this.end(closing)
  }

  /** The answer contains the early messages. Each of them gets its receipt once the answer is stored. */
  private async giveReceipts(seat: Seat): Promise<void> {
    const { connection } = seat
    const messages = connection ? seat.takeEarly() : 0
    if (!connection) return
    await connection.waitForPendingMessages()
    if (this.isEnding || this.isOver) return
    const receipt = receiptOf(seat.docId, !connection.readOnly)
    for (let given = 0; given < messages; given += 1) this.send(receipt)
  }

  private read(bytes: Uint8Array): SyncFrame | undefined {
    try {
      return readFrame(bytes)
    } catch {
      this.end(closings.malformed)
      return undefined
    }
  }

  private seatFor({ docId, said }: SyncFrame): Seat | undefined {
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
