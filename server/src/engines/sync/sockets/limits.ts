import { openAllowance } from "./allowance.ts"
import type { Seat } from "./seat.ts"

/** What one socket may send: a person who holds a key down sends sixty messages a second, for a while. */
const rates = {
  messages: { atOnce: 600, perSecond: 60 },
  bytes: { atOnce: 4_000_000, perSecond: 4_000_000 / 60 },
  /** Each is answered with all that the other side lacks of a doc. */
  asks: { atOnce: 60, perSecond: 0.5 },
}

/** What one socket may send, from now on. */
export const openAllowances = () => ({
  messages: openAllowance(rates.messages),
  bytes: openAllowance(rates.bytes),
  asks: openAllowance(rates.asks),
})

export const limits = {
  docs: 20,
  /** Written before their answers, by all sockets of an account: hours of typing without a connection. */
  earlyBytes: 4_000_000,
  /** Held for all sockets of an account: of each what was read at once with the first message that has to wait. */
  heldBytes: 2_000_000,
  /** What a client may leave unread of what it was sent. A whole doc fits. */
  unreadBytes: 8 * 1024 * 1024,
  /** How long a client may take to say good-bye. */
  goodbyeMs: 1_000,
  /** How many questions whether it is there a client may leave without an answer. */
  unanswered: 8,
} as const

/** How long a doc may take to open. */
const openingMs = 30_000

type Seats = { readonly seats: ReadonlyMap<string, Seat> }

/** Whether a doc that a socket asked for has not opened for half a minute. */
export const waitsInVain = ({ seats }: Seats, now: number): boolean =>
  [...seats.values()].some(({ connection, since }) => !connection && since < now - openingMs)

/** Sums something up over the docs of some sockets. */
export function sumOver(sockets: Iterable<Seats>, bytesOf: (seat: Seat) => number): number {
  let sum = 0
  for (const { seats } of sockets) for (const seat of seats.values()) sum += bytesOf(seat)
  return sum
}
