import { createHash, randomBytes } from "node:crypto"

/**
 * Makes a secret of 256 random bits such as `session_mYq…`: the prefix lets scanners find one that leaked. What is
 * stored is its hash.
 */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`
}

/** SHA-256, base64url. A secret has too many bits to be guessed, so it needs no salt. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url")
}
