import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import styles from "./view.module.css"

type Purchase = AnswerOf<"get-purchase">

/** A purchase's events in order; of repeated events, only the last one. */
export function Happened({ purchase }: { purchase: Purchase }) {
  return (
    <ol className={styles.happened}>
      {stepsOf(purchase).map(({ words, at }) => (
        <li key={words}>
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
    ["Begun", purchase.createdAt],
    ["Paid", purchase.paidAt],
    ["Handed over", purchase.fulfilledAt],
    ["Buyer mailed", purchase.receiptMailedAt],
    ["Files taken back", purchase.revokedAt],
    ["Files given again", purchase.restoredAt],
    ["Disputed", purchase.disputedAt],
    [ended, purchase.disputeEndedAt],
    ["Refund begun", purchase.refundStartedAt],
    [state === "refunded" ? "Paid back" : "Paid back in part", purchase.refundedAt],
  ]
  return steps.flatMap(([words, at]) => (at === null ? [] : [{ words, at }])).sort((one, other) => one.at - other.at)
}
