import type { Caller } from "#access/caller.ts"

/** A person who is signed in with a browser. */
export type PersonInBrowser = Extract<Caller, { kind: "person" }> & { readonly sessionId: string }
