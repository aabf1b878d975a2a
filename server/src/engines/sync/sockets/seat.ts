import type { Connection } from "@hocuspocus/server"
import type { Said } from "./frames/frame.ts"
import type { Entered } from "./judge.ts"

/** A doc that a socket has open, or is opening. */
export interface Seat {
  readonly docId: string
  /** When the client asked for it. */
  readonly since: number
  /** As whom the socket's person was let in; undefined until they were. */
  member: Entered | undefined
  /** Whether the person's access may have changed since it was last asked for. */
  isDoubted: boolean
  /** What the library made of it; undefined until the doc is loaded. */
  connection: Connection | undefined
  /** As which client the browser shows itself; undefined until it does. */
  shownClient: number | undefined
  /** Whether the client has asked to be let in. */
  readonly hasOpened: boolean
  /** Whether the client has said that it leaves, and the library has not let the doc go yet. */
  readonly isLeaving: boolean
  /** How large what is held is. */
  readonly heldBytes: number
  /** How large what the client wrote before its answer was. None of it is kept. */
  readonly earlyBytes: number
  /**
   * Keeps a message until it can be taken in: until the client is a member, or, after it left, until the library has let
   * the doc go, since the client may open it again. Answers whether it was kept.
   */
  hold(said: Said, bytes: Uint8Array): boolean
  /** What was held, once. */
  takeHeld(): readonly Uint8Array[]
  /**
   * Whether the client writes before it has answered what the service lacks. The answer that follows holds all of that,
   * so it is counted and not kept. Taken in by itself, it would be stored with a gap before it, and piece by piece.
   */
  isEarly(said: Said, bytes: Uint8Array): boolean
  /** How many messages came too early, once. They are owed a receipt when the answer is stored. */
  takeEarly(): number
  /** Whether the library should hear of it. */
  hear(said: Said): boolean
}

/** A place at a doc that a client has asked for. */
export function newSeat(docId: string, since: number): Seat {
  const state = { hasOpened: false, isLeaving: false, hasAnswered: false }
  let early = { messages: 0, bytes: 0 }
  let held = { messages: [] as Uint8Array[], bytes: 0 }
  const seat: Seat = {
    ...{ docId, since, member: undefined, isDoubted: false, connection: undefined, shownClient: undefined },
    get hasOpened() {
      return state.hasOpened
    },
    get isLeaving() {
      return state.isLeaving
    },
    get heldBytes() {
      return held.bytes
    },
    get earlyBytes() {
      return early.bytes
    },
    hold(said, bytes) {
      const isHeld = state.isLeaving || (!seat.member && said !== "opens" && said !== "leaves")
      if (!isHeld) return false
      held.messages.push(bytes)
      held.bytes += bytes.length
      return true
    },
    takeHeld() {
      const { messages } = held
      held = { messages: [], bytes: 0 }
      return messages
    },
    isEarly(said, { length }) {
      const isEarly = said === "writes" && !state.hasAnswered && !state.isLeaving
      if (isEarly) early = { messages: early.messages + 1, bytes: early.bytes + length }
      return isEarly
    },
    takeEarly() {
      const { messages } = early
      early = { messages: 0, bytes: 0 }
      return messages
    },
    hear: (said) => hear(state, said),
  }
  return seat
}

/** The library would keep that a client leaves until the doc is opened, and close the doc then. */
function hear(state: { hasOpened: boolean; isLeaving: boolean; hasAnswered: boolean }, said: Said): boolean {
  if (said === "opens") state.hasOpened = true
  if (said === "answers") state.hasAnswered = true
  if (said === "leaves") state.isLeaving = state.hasOpened
  return said !== "leaves" || state.hasOpened
}
