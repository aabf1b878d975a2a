import type { Outside } from "#access/context.ts"

type Cx = Pick<Outside, "keyring">

/** The proof that a browser's user could read an address's mail. It cannot be used to sign in. */
export function browserProofOf({ keyring }: Cx, email: string): string {
  return keyring.mac("known-browser", email)
}

export function isKnownBrowser({ keyring }: Cx, proofs: readonly string[], email: string): boolean {
  return proofs.some((proof) => keyring.verify("known-browser", email, proof))
}
