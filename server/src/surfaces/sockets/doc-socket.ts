import type { Hocuspocus } from "@hocuspocus/server"
import type { WebSocket } from "ws"
import { openAllowance } from "./allowance.ts"
import { type Closing, closings } from "./closings.ts"
import { type Frame, ping, readFrame } from "./frames/frame.ts"
import type { PersonInBrowser } from "./person.ts"
import type { Registry } from "./registry.ts"
import { newSeat, type Seat } from "./seat.ts"

/** What one socket may send: a person who holds a key down sends sixty messages a second, for a while. */
const rates = {
  messages: { atOnce: 600, perSecond: 60 },
  bytes: { atOnce: 4_000_000, perSecond: 4_000_000 / 60 },
  /** Each is answered with all that the other side lacks of a doc. */
  asks: { atOnce: 60, perSecond: 0.5 },
}
const mostDocs = 20
/** What a client may write before it answers: hours of typing without a connection. */
const mostEarlyBytes = 4_000_000
/** What a client may leave unread of what it was sent. A whole doc fits. */
const mostUnreadBytes = 8 * 1024 * 1024
/** How long a client may take to say good-bye. */
const goodbyeMs = 1_000

type ClientConnection = ReturnType<Hocuspocus["handleConnection"]>

interface Parts {
  readonly ws: WebSocket
  readonly caller: PersonInBrowser
  readonly registry: Registry<DocSocket>
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
  private isHeard = true
  private isOver = false
  private client: ClientConnection | undefined
  private readonly ws: WebSocket
  private readonly registry: Registry<DocSocket>
  private readonly onEnd: Parts["onEnd"]
  private readonly takeMessages = openAllowance(rates.messages)
  private readonly takeBytes = openAllowance(rates.bytes)
  private readonly takeAsks = openAllowance(rates.asks)

  constructor({ ws, caller, registry, onEnd }: Parts) {
    this.ws = ws
    this.caller = caller
    this.registry = registry
    this.onEnd = onEnd
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
    this.onEnd(this, closing)
    this.ws.close(closing.code, closing.reason)
    setTimeout(() => this.ws.terminate(), goodbyeMs).unref()
    this.leaveAll(closing)
  }

  /** Asks whether the client is there; ends the socket where nothing came since it was asked before. */
  ask(): void {
    if (!this.isHeard) return void this.cut()
    this.isHeard = false
    this.ws.ping()
    this.send(Uint8Array.of(ping))
  }

  /** Is told that the library let a doc go. What the client said of it since then is for the next time. */
  leave(seat: Seat): void {
    if (this.seats.get(seat.docId) !== seat) return
    this.seats.delete(seat.docId)
    this.registry.leave(this, seat.docId)
    if (!this.isOver) for (const bytes of seat.held) this.receiveFrame(bytes)
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
    if (this.ws.bufferedAmount <= mostUnreadBytes) return void this.ws.send(message)
    this.onEnd(this, closings.unread)
    this.cut()
  }

  private receive(data: Buffer, isBinary: boolean): void {
    if (this.isEnding || this.isDeaf || !this.hear(data.length)) return
    if (isBinary) this.receiveFrame(data)
    else this.end(closings.malformed)
  }

  /** Notes that the client is there, and how much it sent. */
  private hear(bytes: number): boolean {
    this.isHeard = true
    if (this.client) this.client.lastMessageReceivedAt = Date.now()
    return this.unlessTooFast(this.takeBytes(bytes))
  }

  private count(): boolean {
    return this.unlessTooFast(this.takeMessages(1))
  }

  private unlessTooFast(isTaken: boolean): boolean {
    if (!isTaken) this.end(closings.tooFast)
    return isTaken
  }

  private receiveFrame(bytes: Uint8Array): void {
    const frame = this.read(bytes)
    if (frame === undefined || this.isEnding) return
    const seat = this.seats.get(frame.docId) ?? this.take(frame)
    if (!seat || seat.isHeldBack(bytes)) return
    // All that was typed without a connection comes at once.
    if (seat.isEarly(frame.said, bytes)) return void this.unlessTooFast(seat.earlyBytes <= mostEarlyBytes)
    if (!this.count() || !this.unlessTooFast(frame.said !== "asks" || this.takeAsks(1))) return
    if (seat.hear(frame.said)) this.client?.handleMessage(bytes)
    if (frame.said === "answers") for (const early of seat.takeEarly()) this.client?.handleMessage(early)
  }

  private read(bytes: Uint8Array): Frame | undefined {
    try {
      return readFrame(bytes)
    } catch {
      this.end(closings.malformed)
      return undefined
    }
  }

  private take({ docId, said }: Frame): Seat | undefined {
    if (said === "leaves") return undefined
    if (this.seats.size >= mostDocs) {
      this.end(closings.tooManyDocs)
      return undefined
    }
    const seat = newSeat(docId)
    this.seats.set(docId, seat)
    this.registry.enter(this, docId)
    return seat
  }
}

/** The library of the protocol refuses what breaks it, and messages over the limit, and says so to the client. */
function closingFor({ code }: { code?: string }): Closing {
  return code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" ? closings.tooBig : closings.malformed
}
