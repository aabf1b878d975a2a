import { purchaseWords } from "../../../../../server/src/contract/words.ts"
import type { AnswerOf } from "../../ask.ts"
import type { StateWords } from "../../ui/state.tsx"

export type Bought = AnswerOf<"list-bought">["items"][number]

/** The states of a purchase, with the looks of a buyer's list. */
const boughtStates: Readonly<Record<Bought["state"], StateWords>> = {
  fulfilled: { words: purchaseWords.fulfilled, tone: "good" },
  comped: { words: purchaseWords.comped, tone: "good" },
  paid: { words: purchaseWords.paid, tone: "note" },
  pending_async: { words: purchaseWords.pending_async, tone: "note" },
  created: { words: purchaseWords.created, tone: "plain" },
  open: { words: purchaseWords.open, tone: "plain" },
  expired: { words: purchaseWords.expired, tone: "plain" },
  failed: { words: purchaseWords.failed, tone: "plain" },
  fulfil_failed: { words: "Under review", tone: "note" },
  refunding: { words: purchaseWords.refunding, tone: "note" },
  refunded: { words: purchaseWords.refunded, tone: "plain" },
  disputed: { words: purchaseWords.disputed, tone: "bad" },
}

export function boughtStateWords({ state, isRevoked }: Pick<Bought, "state" | "isRevoked">): StateWords {
  const isDelivered = state === "fulfilled" || state === "comped"
  return isRevoked && isDelivered ? { words: purchaseWords.revoked, tone: "note" } : boughtStates[state]
}
