import type { Connection } from "@hocuspocus/server"
import type { FrameKind } from "./frames/frame.ts"
import type { Entered } from "./judge.ts"

export interface Seat {
  readonly docId: string
  /** The time at which the client asked for the doc. */
  readonly since: number
  /** Undefined until the person was let in. */
  member: Entered | undefined
  /** The person's access may have changed since the last check. */
  isDoubted: boolean
  /** Undefined until Hocuspocus has loaded the doc. */
  connection: Connection | undefined
  /** The client id that the browser shows; undefined until it shows one. */
  shownClient: number | undefined
  readonly hasOpened: boolean
  /** The client has left, and Hocuspocus has not closed the doc yet. */
  readonly isLeaving: boolean
  readonly heldBytes: number
  /** The size of the early messages. None of them is kept. */
  readonly earlyBytes: number
  /**
   * Holds a message until the client is a member. After the client left, holds it until Hocuspocus has closed the doc,
   * since the client may open the doc again. Returns whether it holds the message.
   */
  hold(said: FrameKind, bytes: Uint8Array): boolean
  /** Returns the held messages and forgets them. */
  takeHeld(): readonly Uint8Array[]
  /** Whether the client writes before its answer, which contains all early messages: these are counted, not kept. */
  isEarly(said: FrameKind, bytes: Uint8Array): boolean
  /** Returns the number of early messages and resets it. Each gets a receipt once the answer is stored. */
  takeEarly(): number
  /** Notes the message. Returns whether Hocuspocus should get it. */
  hear(said: FrameKind): boolean
}

export function newSeat(docId: string, since: number): Seat {
  const state = { hasOpened: false, isLeaving: false, hasAnswered: false }
  const held = newMessageBuffer()
  const early = newMessageCount()
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
      if (isHeld) held.add(bytes)
      return isHeld
    },
    takeHeld: held.take,
    isEarly(said, { length }) {
      const isEarly = said === "writes" && !state.hasAnswered && !state.isLeaving
      if (isEarly) early.add(length)
      return isEarly
    },
    takeEarly: early.take,
    hear: (said) => hear(state, said),
  }
  return seat
}

function newMessageBuffer() {
  let held = { messages: [] as Uint8Array[], bytes: 0 }
  return {
    get bytes() {
      return held.bytes
    },
    add(message: Uint8Array): void {
      held.messages.push(message)
      held.bytes += message.length
    },
    take(): readonly Uint8Array[] {
      const { messages } = held
      held = { messages: [], bytes: 0 }
      return messages
    },
  }
}

function newMessageCount() {
  let early = { messages: 0, bytes: 0 }
  return {
    get bytes() {
      return early.bytes
    },
    add(bytes: number): void {
      early = { messages: early.messages + 1, bytes: early.bytes + bytes }
    },
    take(): number {
      const { messages } = early
      early = { messages: 0, bytes: 0 }
      return messages
    },
  }
}

/** Hocuspocus would remember a `leaves` from before the doc is open, and close the doc once it is open. */
function hear(state: { hasOpened: boolean; isLeaving: boolean; hasAnswered: boolean }, said: FrameKind): boolean {
  if (said === "opens") state.hasOpened = true
  if (said === "answers") state.hasAnswered = true
  if (said === "leaves") state.isLeaving = state.hasOpened
  return said !== "leaves" || state.hasOpened
}
