import type { Inside } from "./context.ts"

/** What a workspace is called: by programs and in addresses, and by people. */
export interface WorkspaceName {
  readonly slug: string
  readonly name: string
}

/** The numbers, without gaps, that the changes of one transaction have in their workspace. */
export interface ChangeNumbers {
  readonly first: number
  readonly last: number
}

/**
 * What a request brings beside its input, and what its answer needs beside its body. A surface makes one per request;
 * an action reads and marks it.
 */
export interface Exchange {
  /** The lasting name of a request with an Idempotency-Key. A retry has the same one. */
  readonly requestKey?: string
  /** The client network that asks, for limits; left out where nobody is on the network: jobs, tests, the demo. */
  readonly network?: string
  /** Proofs of earlier purchases that this browser presented (the buyer cookie's parts). */
  readonly buyerProofs: readonly string[]
  /** A proof to hand to this browser, in the buyer cookie. */
  keepBuyerProof(proof: string): void
  /**
   * Says that this answer must not be replayed to a later request with the same Idempotency-Key: it rests on proof
   * that another caller lacks, or it will change.
   */
  doNotStore(): void
  /** Called before the rule runs, with the workspace that the caller was let into, or their connection acts in. */
  readonly enter?: (workspace: WorkspaceName) => void
  /**
   * Called last in each transaction of the call, with what the transaction answers, so that the record of a write and
   * its answer commit with the write. The transaction may run again, and this with it.
   */
  readonly recordWrite?: (cx: Inside, answer: unknown) => Promise<void>
  /** Called after each commit that changed the workspace which the caller was let into. */
  readonly changed?: (numbers: ChangeNumbers) => void
}

/** An exchange for callers that have no browser and no retries: jobs, tests, the demo. */
export const silentExchange: Exchange = {
  buyerProofs: [],
  keepBuyerProof() {},
  doNotStore() {},
}
