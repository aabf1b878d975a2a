import type { Caller } from "#access/context.ts"

export type PersonInBrowser = Extract<Caller, { kind: "person" }> & { readonly sessionId: string }
