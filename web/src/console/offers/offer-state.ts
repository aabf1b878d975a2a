import type { AnswerOf } from "../calls.ts"
import type { StateWords } from "../ui/values/state.tsx"

export type Offer = AnswerOf<"get-own-offer">

/** Whether the pay link works. */
export const hasLink = ({ state }: Offer) => state === "published" || state === "paused"

export function offerStateWords({ state, isSuspended, stockLimit, unitsTaken }: Offer): StateWords {
  if (isSuspended) return { words: "Suspended", tone: "bad" }
  if (state === "draft") return { words: "Draft", tone: "plain" }
  if (state === "paused") return { words: "Paused", tone: "note" }
  if (state === "archived") return { words: "Archived", tone: "plain" }
  if (stockLimit !== null && unitsTaken >= stockLimit) return { words: "Sold out", tone: "note" }
  return { words: "Published", tone: "good" }
}
