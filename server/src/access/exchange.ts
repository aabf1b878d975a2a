import type { ChangeNumbers } from "#changes/change-store.ts"
import type { SeenPrice } from "#contract/seen-price.ts"
import type { Inside, WorkspaceName } from "./context.ts"

/** The data of a request beside its input, and of its answer beside its body. A surface makes one for each request. */
export interface Exchange {
  /** Identifies a request with an Idempotency-Key. Its retries have the same key. */
  readonly requestKey?: string
  /** The client's network, for rate limits; left out for jobs, tests and the demo. */
  readonly network?: string
  /** The proofs of earlier purchases in this browser's buyer cookie. */
  readonly buyerProofs: readonly string[]
  keepBuyerProof(proof: string): void
  /** The price that the buyer saw on the pay page. Other clients do not send it. */
  readonly seenPrice?: SeenPrice | undefined
  /** Keeps the answer from replays: it depends on a proof that another caller lacks, or it will change. */
  doNotStore(): void
  /** Called before the rule runs, with the workspace of the caller or of their connection. */
  readonly enter?: (workspace: WorkspaceName) => void
  /** Called last in each transaction, so that a write's record commits with it. Runs again on a retry. */
  readonly recordWrite?: (cx: Inside, answer: unknown) => Promise<void>
  /** Called after each commit that changed the caller's workspace. */
  readonly changed?: (numbers: ChangeNumbers) => void
}

/** The exchange of callers without a browser and without retries: jobs, tests, the demo. */
export const silentExchange: Exchange = {
  buyerProofs: [],
  keepBuyerProof() {},
  doNotStore() {},
}
