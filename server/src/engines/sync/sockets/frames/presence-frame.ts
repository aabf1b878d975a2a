import { MalformedBytes, readBytes } from "./byte-reader.ts"

const mostBytes = 2_000
/** A browser also reports the clients that timed out: at most this many. */
const mostGone = 200

/** At most one state, which must be an object. @throws MalformedBytes */
export function checkPresence(bytes: Uint8Array): void {
  const reader = readBytes(bytes)
  const clients = reader.number()
  if (clients > mostGone) throw new MalformedBytes("The update removes too many clients.")
  let states = 0
  for (let at = 0; at < clients; at++) {
    reader.number()
    reader.number()
    const state = reader.text(mostBytes)
    if (state === "null") continue
    states += 1
    if (!isObject(state)) throw new MalformedBytes("A state is not an object.")
  }
  if (states > 1) throw new MalformedBytes("The update has more than one state.")
  if (!reader.isAtEnd()) throw new MalformedBytes("Bytes follow the states.")
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
