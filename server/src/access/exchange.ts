import type { Inside } from "./context.ts"

/** The names of a workspace: in addresses, and for people. */
export interface WorkspaceName {
  readonly slug: string
  readonly name: string
}

/** The sequence numbers of a transaction's changes in their workspace, without gaps. */
export interface ChangeNumbers {
  readonly first: number
  readonly last: number
}

/** The data of a request beside its input, and of its answer beside its body. A surface makes one for each request. */
export interface Exchange {
  /** Identifies a request with an Idempotency-Key. Its retries have the same key. */
  readonly requestKey?: string
  /** The client's network, for rate limits; left out for jobs, tests and the demo. */
  readonly network?: string
  /** The proofs of earlier purchases in this browser's buyer cookie. */
  readonly buyerProofs: readonly string[]
  /** Adds a proof to this browser's buyer cookie. */
  keepBuyerProof(proof: string): void
  /**
   * Keeps the answer from being replayed to a later request with the same Idempotency-Key, because it depends on a
   * proof that another caller lacks, or because it will change.
   */
  doNotStore(): void
  /** Called before the rule runs, with the workspace of the caller or of their connection. */
  readonly enter?: (workspace: WorkspaceName) => void
  /**
   * Called last in each transaction of the call, with its result, so that the record of a write commits with the write.
   * Runs again if the transaction is retried.
   */
  readonly recordWrite?: (cx: Inside, answer: unknown) => Promise<void>
  /** Called after each commit that changed the caller's workspace. */
  readonly changed?: (numbers: ChangeNumbers) => void
}

/** For callers without a browser and without retries: jobs, tests, the demo. */
export const silentExchange: Exchange = {
  buyerProofs: [],
  keepBuyerProof() {},
  doNotStore() {},
}
