import type { Context } from "#access/context.ts"
import { formatAmount } from "#contract/currencies.ts"
import { happeningPath, listMailReaders, sentenceOf } from "#domains/notifications/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { type Letter, writeLetter } from "#kernel/letter.ts"
import { readSnapshot } from "../offers/index.ts"
import { type DeliveryRow, findDelivery } from "./delivery-store.ts"
import { purchaseFacts, smallPrint } from "./receipt-letter.ts"

/** Mails an event of a purchase to the members who get these mails. A retry sends the same messages and ids. */
export async function mailSeller(cx: Context, { purchaseId, event }: JobPayloads["mail-seller"]): Promise<void> {
  const purchase = await findDelivery(cx, purchaseId)
  if (!purchase) return
  const letter: Letter = {
    ...news(event, purchase),
    facts: [["Buyer", purchase.buyer_email ?? "No email"], ...purchaseFacts(purchase)],
    button: { label: "View purchase", url: purchaseUrl(cx, purchase) },
    notes: await smallPrint(cx, purchase),
  }
  const readers = await listMailReaders(cx, { workspaceId: purchase.workspace_id, happening: event })
  for (const { id, email, offUrl } of readers) {
    const written = writeLetter({ ...letter, offUrl }, cx.brandName)
    await cx.mail.send({ id: `seller-${event}-${purchaseId}-${id}`, to: email, ...written })
  }
}

type Event = JobPayloads["mail-seller"]["event"]
type News = Pick<Letter, "subject" | "paragraphs">

const purchaseUrl = ({ addresses }: Context, { id, workspace_slug }: DeliveryRow) =>
  `${addresses.base}/${workspace_slug}${happeningPath({ happening: "sold", thing: id, count: 1 })}`

function news(event: Event, purchase: DeliveryRow): News {
  const { title } = readSnapshot(purchase.snapshot)
  const isCharged = purchase.charged_cents > 0
  const amount = formatAmount(purchase.charged_cents, purchase.currency)
  const words = JSON.stringify([title, isCharged ? amount : ""])
  return {
    subject: sentenceOf({ happening: event, words, count: 1 }),
    paragraphs: paragraphsOf[event]({ title, amount, isCharged }),
  }
}

interface Sale {
  title: string
  amount: string
  isCharged: boolean
}

const paragraphsOf: Readonly<Record<Event, (sale: Sale) => string[]>> = {
  sold: ({ title, amount, isCharged }) => [
    `No action needed. “${title}” was ${isCharged ? `sold for ${amount} and delivered` : "delivered free"}.`,
  ],
  refunded: ({ title }) => [
    `No action needed. The payment for “${title}” was refunded, and its delivery link no longer works.`,
  ],
  disputed: ({ title, amount }) => [
    "Respond to the dispute at your payment provider before its deadline.",
    `The buyer's bank disputes the payment of ${amount} for “${title}”. The delivery link is paused until the dispute is decided.`,
  ],
  inquired: ({ title, amount }) => [
    "Respond at your payment provider, or refund the buyer to close the inquiry.",
    `The buyer's bank asks about the payment of ${amount} for “${title}”. No money was taken, and the delivery link still works.`,
  ],
  oversold: ({ title }) => [
    `No action needed. A payment for “${title}” arrived too late to be delivered, and is being refunded.`,
  ],
}
