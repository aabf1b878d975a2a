import { formatAmount } from "#contract/currencies.ts"
import type { Letter } from "#domains/mails/index.ts"
import { longDate } from "#kernel/time/days.ts"
import { readSnapshot } from "../offers/index.ts"
import type { DeliveryRow } from "./delivery-store.ts"

/** `plain` is the subject without the seller's words. */
type UnpaidLetter = Omit<Letter, "notes"> & { about: "pending" | "failed"; plain: string }

export const isUnpaid = ({ state }: DeliveryRow) => state === "pending_async" || state === "failed"

/** Writes that a payment takes days, or that it failed days later. */
export function unpaidLetter(purchase: DeliveryRow): UnpaidLetter {
  return purchase.state === "failed" ? failedLetter(purchase) : pendingLetter(purchase)
}

function pendingLetter(purchase: DeliveryRow): UnpaidLetter {
  const { title, sellerName } = readSnapshot(purchase.snapshot)
  return {
    about: "pending",
    subject: `We have your order of ${title}`,
    plain: "We have your order",
    paragraphs: [
      `Your payment to ${sellerName} for “${title}” is on its way. Your bank may take several days.`,
      "We'll email your files when the payment arrives, or tell you if it fails. No action needed, so don't pay again.",
    ],
    facts: orderFacts(purchase),
  }
}

function failedLetter(purchase: DeliveryRow): UnpaidLetter {
  const { title, sellerName } = readSnapshot(purchase.snapshot)
  return {
    about: "failed",
    subject: `Your payment failed: ${title}`,
    plain: "Your payment failed",
    paragraphs: [
      `Your bank did not pay ${sellerName} for “${title}”, so nothing was bought and your order has ended.`,
      "To buy it, start a new checkout and choose another way to pay.",
    ],
    facts: orderFacts(purchase),
  }
}

/** The facts of an order that is not paid. */
function orderFacts({ id, amount_cents, currency, created_at }: DeliveryRow): [string, string][] {
  return [
    ["To pay", formatAmount(amount_cents, currency)],
    ["Ordered", longDate(created_at)],
    ["Purchase ID", id],
  ]
}
