import type { Context } from "#access/context.ts"
import { formatAmount } from "#contract/currencies.ts"
import { listMailReaders } from "#domains/notifications/index.ts"
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
    facts: [["Buyer", purchase.buyer_email ?? "left no address"], ...purchaseFacts(purchase)],
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

function news(event: Event, purchase: DeliveryRow): News {
  const { title } = readSnapshot(purchase.snapshot)
  const amount = formatAmount(purchase.charged_cents, purchase.currency)
  return newsOf[event]({ title, amount, isCharged: purchase.charged_cents > 0 })
}

const newsOf: Readonly<Record<Event, (sale: { title: string; amount: string; isCharged: boolean }) => News>> = {
  sold: ({ title, amount, isCharged }) =>
    isCharged
      ? { subject: `Sold: ${title} for ${amount}`, paragraphs: [`You sold “${title}” for ${amount}.`] }
      : { subject: `Handed over: ${title}`, paragraphs: [`“${title}” was handed over; nothing was charged.`] },
  refunded: ({ title }) => ({
    subject: `Refunded: ${title}`,
    paragraphs: [`The payment for “${title}” was given back, and its delivery link has ended.`],
  }),
  disputed: ({ title, amount }) => ({
    subject: `Disputed: ${title}`,
    paragraphs: [
      `The buyer's bank disputes the payment of ${amount} for “${title}”. Its delivery link rests until that is decided.`,
      "Answer the dispute at your payment processor before its deadline.",
    ],
  }),
  inquired: ({ title, amount }) => ({
    subject: `Question about a payment: ${title}`,
    paragraphs: [
      `The buyer's bank asks about the payment of ${amount} for “${title}”. No money was taken, and the delivery goes on.`,
      "Answer at your payment processor. If you refund the buyer now, the question ends.",
    ],
  }),
  oversold: ({ title }) => ({
    subject: `Paid too late: ${title}`,
    paragraphs: [
      `A payment for “${title}” came in when nothing was left to hand over. It is being given back, and you need to do nothing.`,
    ],
  }),
}
