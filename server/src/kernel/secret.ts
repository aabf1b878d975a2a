import { hash, randomFillSync } from "node:crypto"

const secretBytes = 32
/** Random bytes, each used once. One call for many bytes costs as much as one for a few. */
const random = Buffer.alloc(128 * secretBytes)
let used = random.length

/** Makes a secret of 256 random bits such as `session_mYq…`, with a prefix for leak scanners. Store only its hash. */
export function newSecret(prefix: string): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  used += secretBytes
  return `${prefix}_${random.toString("base64url", used - secretBytes, used)}`
}

/** Returns the SHA-256 of a secret, base64url. No salt is needed, since a secret has too many bits to be guessed. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "base64url")
}
