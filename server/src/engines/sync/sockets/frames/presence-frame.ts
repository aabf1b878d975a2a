import { MalformedBytes, readBytes } from "./byte-reader.ts"

/** How large what one browser shows of itself may be. */
const mostBytes = 2_000
/** Beside its own state a browser tells whom it has not heard of for a while: at most so many. */
const mostGone = 200

/**
 * Checks an update of who is where: at most one state, and it is an object.
 *
 * @throws MalformedBytes
 */
export function checkPresence(bytes: Uint8Array): void {
  const reader = readBytes(bytes)
  const clients = reader.number()
  if (clients > mostGone) throw new MalformedBytes("So many are not here.")
  let states = 0
  for (let at = 0; at < clients; at++) {
    reader.number()
    reader.number()
    const state = reader.text(mostBytes)
    if (state === "null") continue
    states += 1
    if (!isObject(state)) throw new MalformedBytes("A state is no object.")
  }
  if (states > 1) throw new MalformedBytes("A browser shows one state, its own.")
  if (!reader.isAtEnd()) throw new MalformedBytes("There is more than the states.")
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
