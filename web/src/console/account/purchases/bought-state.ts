import type { AnswerOf } from "../../ask.ts"
import { purchaseStateWords } from "../../purchases/purchase-state.ts"
import type { StateWords } from "../../ui/values/state.tsx"

export type Bought = AnswerOf<"list-bought">["items"][number]

/** The words of a purchase's state for its buyer, who does not review payments. */
export function boughtStateWords(bought: Pick<Bought, "state" | "isRevoked">): StateWords {
  return purchaseStateWords(bought, { fulfil_failed: { words: "Under review", tone: "note" } })
}
