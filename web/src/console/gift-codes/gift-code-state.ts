import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import type { AnswerOf } from "../ask.ts"
import type { StateWords } from "../ui/values/state.tsx"

export type ListedGiftCode = AnswerOf<"list-gift-codes">["items"][number]

/** A code's state at a time (epoch milliseconds). */
export function giftCodeStateWords(gift: ListedGiftCode, now: number): StateWords {
  if (gift.isDisabled) return { words: "Disabled", tone: "plain" }
  if (gift.expiresAt !== null && gift.expiresAt <= now) return { words: "Expired", tone: "plain" }
  if (gift.kind === "amount" && gift.leftCents === 0) return { words: "Redeemed", tone: "plain" }
  if (gift.maxUses !== null && gift.uses >= gift.maxUses) return { words: "Redeemed", tone: "plain" }
  if (gift.startsAt !== null && gift.startsAt > now) return { words: "Scheduled", tone: "note" }
  return { words: "Active", tone: "good" }
}

export function worthOf({ kind, leftCents, balanceCents, currency }: ListedGiftCode): string {
  if (kind === "full" || currency === null) return "Full price"
  const left = formatAmount(leftCents, currency)
  return leftCents === balanceCents ? left : `${left} of ${formatAmount(balanceCents, currency)}`
}

export const usesOf = ({ uses, maxUses }: ListedGiftCode) =>
  maxUses === null ? uses.toLocaleString() : `${uses.toLocaleString()} of ${maxUses.toLocaleString()}`
