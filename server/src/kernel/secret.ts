import { hash, randomFillSync } from "node:crypto"

const secretBytes = 32
/** Random bytes, each used once. Asking the system for many costs as much as asking for a few. */
const random = Buffer.alloc(128 * secretBytes)
let used = random.length

/**
 * Makes a secret of 256 random bits such as `session_mYq…`: the prefix lets scanners find one that leaked. What is
 * stored is its hash.
 */
export function newSecret(prefix: string): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  used += secretBytes
  return `${prefix}_${random.toString("base64url", used - secretBytes, used)}`
}

/** SHA-256, base64url. A secret has too many bits to be guessed, so it needs no salt. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "base64url")
}
