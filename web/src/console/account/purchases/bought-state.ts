import type { AnswerOf } from "../../ask.ts"
import type { StateWords } from "../../ui/state.tsx"

export type Bought = AnswerOf<"list-bought">["items"][number]

/** The states of a purchase in the buyer's words. */
const boughtStates: Readonly<Record<Bought["state"], StateWords>> = {
  fulfilled: { words: "Yours", tone: "good" },
  comped: { words: "A gift", tone: "good" },
  paid: { words: "Paid, on its way", tone: "note" },
  pending_async: { words: "Waiting for the bank", tone: "note" },
  created: { words: "Not paid", tone: "plain" },
  open: { words: "Not paid yet", tone: "plain" },
  expired: { words: "Not paid in time", tone: "plain" },
  failed: { words: "Not paid", tone: "plain" },
  fulfil_failed: { words: "The seller has to decide", tone: "note" },
  refunding: { words: "Being paid back", tone: "note" },
  refunded: { words: "Paid back", tone: "plain" },
  disputed: { words: "Disputed", tone: "bad" },
}

export function boughtStateWords({ state, isRevoked }: Pick<Bought, "state" | "isRevoked">): StateWords {
  const isDelivered = state === "fulfilled" || state === "comped"
  return isRevoked && isDelivered ? { words: "Taken back by the seller", tone: "note" } : boughtStates[state]
}
