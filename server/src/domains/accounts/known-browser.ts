import type { Outside } from "#access/context.ts"

type Cx = Pick<Outside, "keyring">

/**
 * Returns the proof that a browser stores after a sign-in with an address: its user could read that address's mail. The
 * proof cannot be used to sign in and does not contain the address.
 */
export function browserProofOf({ keyring }: Cx, email: string): string {
  return keyring.mac("known-browser", email)
}

/** Whether one of these proofs shows that the browser has signed in with an address before. */
export function isKnownBrowser({ keyring }: Cx, proofs: readonly string[], email: string): boolean {
  return proofs.some((proof) => keyring.verify("known-browser", email, proof))
}
