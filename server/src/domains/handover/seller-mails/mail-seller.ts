import type { Context } from "#access/context.ts"
import { formatAmount } from "#contract/currencies.ts"
import { type Letter, mailsEachReader } from "#domains/mails/index.ts"
import { happeningPath, listMailReaders, sentenceOf } from "#domains/notifications/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { type DeliveryRow, findDelivery, purchaseFacts, smallPrint } from "../deliveries/index.ts"
import { readSnapshot } from "../offers/index.ts"

/** Mails an event of a purchase to the members who get these mails. */
export const mailSeller = mailsEachReader("mail-seller", async (cx, { purchaseId, event }) => {
  const purchase = await findDelivery(cx, purchaseId)
  if (!purchase) return undefined
  const { workspace_id: workspaceId } = purchase
  const buyer = purchase.buyer_email ?? "No email"
  const { subject, paragraphs } = news(event, purchase)
  return {
    ...{ id: `seller-${event}-${purchaseId}`, about: purchaseId, workspaceId },
    readers: await listMailReaders(cx, { workspaceId, happening: event }),
    write: async () => ({
      ...{ subject, paragraphs, preheader: `Buyer: ${buyer}. ${paragraphs[0]}` },
      facts: [["Buyer", buyer], ...purchaseFacts(purchase)],
      button: { label: "View purchase", url: purchaseUrl(cx, purchase) },
      notes: await smallPrint(cx, purchase),
    }),
  }
})

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
    paragraphs: paragraphsOf[event]({ title, amount, isCharged, buyer: purchase.buyer_email }),
  }
}

interface Sale {
  title: string
  amount: string
  isCharged: boolean
  buyer: string | null
}

const paragraphsOf: Readonly<Record<Event, (sale: Sale) => string[]>> = {
  sold: ({ title, amount, isCharged, buyer }) => [
    `${buyer ?? "A buyer"} ${isCharged ? `bought “${title}” for ${amount}` : `got “${title}” free`}.`,
    "The files are delivered. No action needed.",
  ],
  refunded: ({ title }) => [
    `The payment for “${title}” was refunded, and its delivery link no longer works. No action needed.`,
  ],
  disputed: ({ title, amount }) => [
    `The buyer's bank disputes the payment of ${amount} for “${title}”. The delivery link is paused until the dispute is decided.`,
    "Respond to the dispute at your payment provider before its deadline.",
  ],
  inquired: ({ title, amount }) => [
    `The buyer's bank asks about the payment of ${amount} for “${title}”. No money was taken, and the delivery link still works.`,
    "Respond at your payment provider, or refund the buyer to close the inquiry.",
  ],
  oversold: ({ title }) => [
    `A payment for “${title}” arrived too late to be delivered, and is being refunded. No action needed.`,
  ],
}
