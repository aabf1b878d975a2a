import { useState } from "react"
import { Refused } from "../../api/call.ts"
import { Button } from "../../kit/button.tsx"
import type { InputOf } from "../ask.ts"
import { downloadCsv, readAll, toCsvTime } from "../ui/csv.ts"
import { toTypedAmount } from "../ui/money.ts"
import { toast } from "../ui/toast.ts"
import { type ListedPurchase, purchaseStateWords } from "./purchase-state.ts"

const head = ["id", "offer", "buyer", "status", "currency", "price", "gift_code", "charged", "refunded"]
const times = ["created_at", "paid_at", "delivered_at", "revoked_at", "restored_at"]
const ends = ["disputed_at", "dispute", "dispute_ended_at", "refund_started_at", "refunded_at"]
const notes = ["reason", "payment_id", "note", "noted_at", "noted_by", "downloads"]

/** Downloads every purchase that matches the filter, including those not loaded yet. */
export function PurchasesCsvButton({ filter }: { filter: InputOf<"list-purchases"> }) {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const purchases = await readAll("list-purchases", filter, ({ items }) => items)
      downloadCsv("purchases.csv", [[...head, ...times, ...ends, ...notes], ...purchases.map(toRow)])
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      toast({ tone: "bad", title: error.message, text: error.hint })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" isBusy={isBusy} onClick={download}>
      Export CSV
    </Button>
  )
}

/** Amounts are in major units, so that spreadsheets can sum them. */
function toRow(purchase: ListedPurchase) {
  const { id, title, buyerEmail, currency, priceCents, discountCents, chargedCents, refundedCents } = purchase
  const amount = (cents: number) => Number(toTypedAmount(cents, currency))
  const { createdAt, paidAt, fulfilledAt, revokedAt, restoredAt, dispute, disputedAt, disputeEndedAt } = purchase
  const { reason, paymentId, note, notedAt, notedBy, refundStartedAt, refundedAt } = purchase
  return [
    ...[id, title, buyerEmail, purchaseStateWords(purchase).words, currency.toUpperCase()],
    ...[amount(priceCents), amount(discountCents), amount(chargedCents), amount(refundedCents)],
    ...[createdAt, paidAt, fulfilledAt, revokedAt, restoredAt].map(toCsvTime),
    ...[toCsvTime(disputedAt), dispute, ...[disputeEndedAt, refundStartedAt, refundedAt].map(toCsvTime)],
    ...[reason, paymentId, note, toCsvTime(notedAt), notedBy, purchase.downloads],
  ]
}
