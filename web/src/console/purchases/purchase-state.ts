import { purchaseWords } from "../../../../server/src/contract/words.ts"
import type { AnswerOf } from "../calls.ts"
import type { StateWords } from "../ui/values/state.tsx"

export type ListedPurchase = AnswerOf<"list-purchases">["items"][number]
type PurchaseState = ListedPurchase["state"]

export const purchaseStates: Readonly<Record<PurchaseState, StateWords>> = {
  fulfilled: { words: purchaseWords.fulfilled, tone: "good" },
  comped: { words: purchaseWords.comped, tone: "good" },
  paid: { words: purchaseWords.paid, tone: "note" },
  pending_async: { words: purchaseWords.pending_async, tone: "note" },
  created: { words: purchaseWords.created, tone: "plain" },
  open: { words: purchaseWords.open, tone: "plain" },
  expired: { words: purchaseWords.expired, tone: "plain" },
  failed: { words: purchaseWords.failed, tone: "plain" },
  fulfil_failed: { words: purchaseWords.fulfil_failed, tone: "bad" },
  refunding: { words: purchaseWords.refunding, tone: "note" },
  refunded: { words: purchaseWords.refunded, tone: "plain" },
  disputed: { words: purchaseWords.disputed, tone: "bad" },
}

/** The address that gets the purchase's mails. */
export const buyerOf = ({ correctedEmail, buyerEmail }: Pick<ListedPurchase, "correctedEmail" | "buyerEmail">) =>
  correctedEmail ?? buyerEmail

/** The words of a purchase's state. `states` overrides some of them. */
export function purchaseStateWords(
  { state, isRevoked }: Pick<ListedPurchase, "state" | "isRevoked">,
  states: Partial<typeof purchaseStates> = {},
): StateWords {
  const isDelivered = state === "fulfilled" || state === "comped"
  if (isRevoked && isDelivered) return { words: purchaseWords.revoked, tone: "note" }
  return states[state] ?? purchaseStates[state]
}
