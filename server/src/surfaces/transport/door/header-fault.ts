import type { IncomingMessage } from "node:http"
import { invalidInput, type ServiceError } from "#kernel/error.ts"

/** Headers of which Node would silently keep the first, by length, so that one number excludes most names. */
const once = new Map([
  [4, "host"],
  [12, "content-type"],
  [13, "authorization"],
])

/** The refusal of a request without `Host`, or with two `Host`, `Content-Type` or `Authorization` headers. */
export function findHeaderFault({ rawHeaders, httpVersion }: IncomingMessage): ServiceError | undefined {
  let seen = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ""
    const counted = once.get(name.length)
    if (counted === undefined || counted !== name.toLowerCase()) continue
    const bit = 1 << name.length
    if (seen & bit) return invalidInput(`The header \`${name}\` was sent twice.`, "Send it once.")
    seen |= bit
  }
  // RFC 9112 §3.2: "A server MUST respond with a 400 status code to any HTTP/1.1 request message that lacks a Host".
  if ((seen & hostBit) === 0 && httpVersion === "1.1")
    return invalidInput("The header `Host` is missing.", "Send it once.")
  return undefined
}

const hostBit = 1 << "host".length
