import { purchaseWords } from "../../../../server/src/contract/words.ts"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import styles from "./view.module.css"

type Purchase = AnswerOf<"get-purchase">

/** A purchase's events in order; of repeated events, only the last one. */
export function Happened({ purchase }: { purchase: Purchase }) {
  return (
    <ol className={`stack gap-2 small ${styles.happened}`}>
      {stepsOf(purchase).map(({ words, at }) => (
        <li key={`${at} ${words}`} className="wrap between">
          {words} <When at={at} />
        </li>
      ))}
    </ol>
  )
}

function stepsOf(purchase: Purchase): { words: string; at: number }[] {
  const { state, dispute } = purchase
  const ended = dispute === "won" ? "Dispute won" : "Dispute lost"
  const steps: [string, number | null][] = [
    [purchaseWords.created, purchase.createdAt],
    ...purchase.corrections.map(({ email, by, at }): [string, number] => [`${by} corrected the email to ${email}`, at]),
    [purchaseWords.paid, purchase.paidAt],
    [purchaseWords.fulfilled, purchase.fulfilledAt],
    ["Receipt emailed", purchase.receiptMailedAt],
    ["Access revoked", purchase.revokedAt],
    ["Access restored", purchase.restoredAt],
    [purchaseWords.disputed, purchase.disputedAt],
    [ended, purchase.disputeEndedAt],
    ["Refund started", purchase.refundStartedAt],
    [state === "refunded" ? purchaseWords.refunded : "Partially refunded", purchase.refundedAt],
  ]
  return steps.flatMap(([words, at]) => (at === null ? [] : [{ words, at }])).sort((one, other) => one.at - other.at)
}
