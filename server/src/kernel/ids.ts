import { randomFillSync } from "node:crypto"
import type { WorkspaceId } from "./workspace-id.ts"

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const shortKeyAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789"

/** Makes an id such as `offer_3kTMd…`: a prefix for the kind of thing, and 22 characters with 130 random bits. */
export function newId(prefix: "workspace"): WorkspaceId
export function newId(prefix: string): string
export function newId(prefix: string): string {
  return `${prefix}_${randomText(base62, 22)}`
}

/**
 * Makes an id that sorts by time, for tables that get many rows: an index that grows only at its end is cheap. 8
 * characters hold the time `at` (epoch milliseconds), 14 hold 83 random bits.
 */
export function newOrderedId(prefix: string, at: number): string {
  return `${startOfOrderedIds(prefix, at)}${randomText(base62, 14)}`
}

/** Sorts, byte by byte, after every ordered id from before `at`, and before every later one. */
export function startOfOrderedIds(prefix: string, at: number): string {
  let time = ""
  for (let left = at; time.length < 8; left = Math.floor(left / 62)) time = base62[left % 62] + time
  return `${prefix}_${time}`
}

const shortKeyLength = 4

export const shortKeysInAll = shortKeyAlphabet.length ** shortKeyLength

/** Makes an offer's short key: four random characters that match `^[a-z0-9]{4}$`. */
export function newShortKey(): string {
  return randomText(shortKeyAlphabet, shortKeyLength)
}

/** Returns `length` random characters of `alphabet` (at most 256), evenly drawn with the system's secure generator. */
export function randomText(alphabet: string, length: number): string {
  const limit = 256 - (256 % alphabet.length)
  let text = ""
  while (text.length < length) {
    const byte = randomByte()
    if (byte < limit) text += alphabet[byte % alphabet.length]
  }
  return text
}

/** Random bytes in stock, since a call of the generator costs much more than its bytes. Each byte is used once. */
const pool = Buffer.alloc(4_096)
let used = pool.length

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const byte = pool[used] ?? 0
  pool[used] = 0
  used += 1
  return byte
}
