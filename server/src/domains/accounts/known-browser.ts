import type { Outside } from "#access/context.ts"

type Cx = Pick<Outside, "keyring">

/**
 * What a browser keeps once it has signed in with an address: proof that whoever reads that address's mail used it. It
 * signs nobody in and names no address.
 */
export function browserProofOf({ keyring }: Cx, email: string): string {
  return keyring.mac("known-browser", email)
}

/** Whether a browser that presents these proofs has signed in with an address before. */
export function isKnownBrowser({ keyring }: Cx, proofs: readonly string[], email: string): boolean {
  return proofs.some((proof) => keyring.verify("known-browser", email, proof))
}
