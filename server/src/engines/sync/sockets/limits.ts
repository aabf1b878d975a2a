import { openAllowance } from "./allowance.ts"
import type { Seat } from "./seat.ts"

/** The limits of one socket's messages. A person who holds a key down sends sixty messages a second. */
const rates = {
  messages: { atOnce: 600, perSecond: 60 },
  bytes: { atOnce: 4_000_000, perSecond: 4_000_000 / 60 },
  /** The answer to each is everything that the client lacks of a doc. */
  asks: { atOnce: 60, perSecond: 0.5 },
}

export const openAllowances = () => ({
  messages: openAllowance(rates.messages),
  bytes: openAllowance(rates.bytes),
  asks: openAllowance(rates.asks),
})

export const limits = {
  docs: 20,
  /** Early messages of all sockets of an account: hours of offline typing. */
  earlyBytes: 4_000_000,
  /** Held messages of all sockets of an account. Each socket pauses at its first, but holds what was read with it. */
  heldBytes: 2_000_000,
  /** The limit of data that a client has not read yet. A whole doc fits. */
  unreadBytes: 8 * 1024 * 1024,
  /** How long a client may take to answer the close frame. */
  goodbyeMs: 1_000,
  unanswered: 8,
} as const

const openingMs = 30_000

type Seats = { readonly seats: ReadonlyMap<string, Seat> }

/** Whether a doc that a client asked for is still not open after `openingMs`. */
export const hasStalledSeat = ({ seats }: Seats, now: number): boolean =>
  [...seats.values()].some(({ connection, since }) => !connection && since < now - openingMs)

export function sumOver(sockets: Iterable<Seats>, bytesOf: (seat: Seat) => number): number {
  let sum = 0
  for (const { seats } of sockets) for (const seat of seats.values()) sum += bytesOf(seat)
  return sum
}
