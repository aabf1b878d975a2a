import type { Connection } from "@hocuspocus/server"
import type { Said } from "./frames/frame.ts"
import type { Entered } from "./judge.ts"

/** A doc that a socket has open, or is opening. */
export interface Seat {
  readonly docId: string
  /** As whom the socket's person was let in; undefined until they were. */
  member: Entered | undefined
  /** Whether the person's access may have changed since it was last asked for. */
  isDoubted: boolean
  /** What the library made of it; undefined until the doc is loaded. */
  connection: Connection | undefined
  /** As which client the browser shows itself; undefined until it does. */
  shownClient: number | undefined
  /** What the client said after it left, for when the library has let the doc go: it may open the doc again. */
  readonly held: Uint8Array[]
  /** Whether the client has said that it leaves, and the library has not let the doc go yet. */
  readonly isLeaving: boolean
  /** Keeps a message back when the client has said before that it leaves. */
  isHeldBack(bytes: Uint8Array): boolean
  /**
   * Keeps what the client wrote back until it has answered what the service lacks. After a time without a connection
   * the library of the browser sends its last changes before that answer, which holds them too; taken in this order they
   * would be stored with a gap before them, and one by one.
   */
  isEarly(said: Said, bytes: Uint8Array): boolean
  /** What was written too early, once. */
  takeEarly(): readonly Uint8Array[]
  /** How many bytes were written too early. */
  readonly earlyBytes: number
  /** Whether the library should hear of it. */
  hear(said: Said): boolean
}

/** A place at a doc that a client has asked for. */
export function newSeat(docId: string): Seat {
  let hasOpened = false
  let isLeaving = false
  let hasAnswered = false
  let earlyBytes = 0
  const early: Uint8Array[] = []
  const held: Uint8Array[] = []
  return {
    docId,
    member: undefined,
    isDoubted: false,
    connection: undefined,
    shownClient: undefined,
    held,
    get isLeaving() {
      return isLeaving
    },
    isHeldBack(bytes) {
      if (isLeaving) held.push(bytes)
      return isLeaving
    },
    isEarly(said, bytes) {
      if (said !== "writes" || hasAnswered) return false
      early.push(bytes)
      earlyBytes += bytes.length
      return true
    },
    takeEarly: () => early.splice(0),
    get earlyBytes() {
      return earlyBytes
    },
    hear(said) {
      if (said === "opens") hasOpened = true
      if (said === "answers") hasAnswered = true
      if (said !== "leaves") return true
      // The library would keep it until the doc is opened, and close the doc then.
      isLeaving = hasOpened
      return hasOpened
    },
  }
}
