import type { AnswerOf } from "../ask.ts"
import type { StateWords } from "../ui/state.tsx"

export type ListedPurchase = AnswerOf<"list-purchases">["items"][number]
type PurchaseState = ListedPurchase["state"]

export const purchaseStates: Readonly<Record<PurchaseState, StateWords>> = {
  fulfilled: { words: "Handed over", tone: "good" },
  comped: { words: "Given", tone: "good" },
  paid: { words: "Paid", tone: "note" },
  pending_async: { words: "Waiting for the bank", tone: "note" },
  created: { words: "Begun", tone: "plain" },
  open: { words: "Not paid yet", tone: "plain" },
  expired: { words: "Not paid in time", tone: "plain" },
  failed: { words: "Not paid", tone: "plain" },
  fulfil_failed: { words: "Needs a decision", tone: "bad" },
  refunding: { words: "Being paid back", tone: "note" },
  refunded: { words: "Paid back", tone: "plain" },
  disputed: { words: "Disputed", tone: "bad" },
}

export function purchaseStateWords({ state, isRevoked }: ListedPurchase): StateWords {
  const isDelivered = state === "fulfilled" || state === "comped"
  return isRevoked && isDelivered ? { words: "Taken back", tone: "note" } : purchaseStates[state]
}
