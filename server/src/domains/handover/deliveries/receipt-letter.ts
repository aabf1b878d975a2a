import type { Context } from "#access/context.ts"
import { formatAmount } from "#contract/currencies.ts"
import type { Letter } from "#kernel/letter.ts"
import { readSnapshot } from "../offers/index.ts"
import { movesMoney } from "../payment-accounts/index.ts"
import { deliveryUrl } from "./delivery.ts"
import type { DeliveryRow } from "./delivery-store.ts"
import { isDelivered } from "./open-delivery.ts"

type Occasion = "receipt" | "claim"

/** A letter and its kind. The kind is part of the message's id, since the purchase may change before a retry. */
type BuyerLetter = Letter & { about: "delivery" | "refunding" | "refund" | "end" }

/**
 * Writes the letter about a purchase's present state; undefined when it was never paid or is not complete yet.
 * @param isStranger the address is unverified. Then the subject has no text of the seller's, so that free offers cannot
 * be used to send messages to strangers.
 */
export async function buyerLetter(
  cx: Context,
  purchase: DeliveryRow,
  { occasion, isStranger }: { occasion: Occasion; isStranger: boolean },
): Promise<BuyerLetter | undefined> {
  // A mail to an unverified address contains no contact that the seller chose.
  const notes = [...(isStranger ? [] : contactLine(purchase)), ...(await smallPrint(cx, purchase))]
  const own = isStranger ? { subject: plainSubject } : {}
  if (isDelivered(purchase)) return { ...deliveryLetter(cx, purchase, occasion), ...own, notes }
  if (purchase.state === "refunding") return { ...refundingLetter(purchase), ...own, notes }
  if (purchase.state === "refunded") return { ...refundLetter(purchase), ...own, notes }
  const isEnded = ["fulfilled", "comped", "disputed"].includes(purchase.state)
  return isEnded ? { ...endedLetter(purchase), ...own, notes } : undefined
}

function contactLine({ snapshot, seller_contact }: DeliveryRow): string[] {
  return seller_contact === null ? [] : [`${readSnapshot(snapshot).sellerName} is reached at ${seller_contact}`]
}

const plainSubject = "About the files that were ordered for you"

export function purchaseFacts(purchase: DeliveryRow): [string, string][] {
  const amount = (cents: number) => formatAmount(cents, purchase.currency)
  const { price_cents, discount_cents, charged_cents, refunded_cents } = purchase
  const lines: [string, string][] = [["Price", amount(price_cents)]]
  if (discount_cents > 0) lines.push(["Gift code", `−${amount(discount_cents)}`])
  lines.push(["Paid", amount(charged_cents)])
  const taxLine = readSnapshot(purchase.snapshot).terms.taxLine
  if (taxLine && charged_cents > 0) lines.push(["Tax", taxLine])
  if (refunded_cents > 0) lines.push(["Given back", amount(refunded_cents)])
  return [...lines, ["Date", dateOf(purchase.created_at)], ["Purchase", purchase.id]]
}

export async function smallPrint(cx: Context, purchase: DeliveryRow): Promise<string[]> {
  const isTest = purchase.charged_cents > 0 && !(await movesMoney(cx, purchase.processor_account))
  const test = isTest ? ["This was a test purchase: no money moved."] : []
  return [...test, `Sent by ${cx.brandName} for ${readSnapshot(purchase.snapshot).sellerName}.`]
}

type Body = Omit<BuyerLetter, "notes">

function deliveryLetter(cx: Context, purchase: DeliveryRow, occasion: Occasion): Body {
  const { title, sellerName, files } = readSnapshot(purchase.snapshot)
  const many = files.length === 1 ? "your file" : `your ${files.length} files`
  const opening =
    occasion === "claim"
      ? `Here is the link to ${many} again, as you asked.`
      : purchase.state === "comped"
        ? `“${title}” from ${sellerName} is yours; nothing was charged.`
        : `Thank you for buying “${title}” from ${sellerName}.`
  return {
    about: "delivery",
    subject: occasion === "claim" ? `Your link to ${title}` : `Your receipt for ${title}`,
    paragraphs: [opening, "Keep this mail: the link below opens your files whenever you need them. Do not pass it on."],
    facts: [["Files", files.map((file) => file.name).join(", ")], ...purchaseFacts(purchase)],
    button: { label: `Open ${many}`, url: deliveryUrl(cx, purchase) },
  }
}

/** Says only that the money will be returned, since it is not back yet. */
function refundingLetter(purchase: DeliveryRow): Body {
  const { title, sellerName } = readSnapshot(purchase.snapshot)
  return {
    about: "refunding",
    subject: `About your payment for ${title}`,
    paragraphs: [
      `The payment processor has been asked to return your payment to ${sellerName} for “${title}”. You get another mail once that is done.`,
      "The link to its files does not work any more.",
    ],
    facts: withReason(purchase),
  }
}

function refundLetter(purchase: DeliveryRow): Body {
  const { title, sellerName } = readSnapshot(purchase.snapshot)
  return {
    about: "refund",
    subject: `Your payment for ${title} is given back`,
    paragraphs: [
      `Your payment to ${sellerName} for “${title}” is given back in full. Banks take up to ten days to show it.`,
      "The link to its files no longer works.",
    ],
    facts: withReason(purchase),
  }
}

function withReason(purchase: DeliveryRow): [string, string][] {
  return [...(purchase.reason ? [["Reason", purchase.reason] as [string, string]] : []), ...purchaseFacts(purchase)]
}

function endedLetter(purchase: DeliveryRow): Body {
  const { title, sellerName } = readSnapshot(purchase.snapshot)
  return {
    about: "end",
    subject: `About your purchase of ${title}`,
    paragraphs: [
      `The files of “${title}” are not available to you at the moment.`,
      `If you do not know why, ask ${sellerName}, and name the purchase below.`,
    ],
    facts: purchaseFacts(purchase),
  }
}

function dateOf(at: number): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(at)
}
