import type { Caller } from "#access/caller.ts"

export type PersonInBrowser = Extract<Caller, { kind: "person" }> & { readonly sessionId: string }
