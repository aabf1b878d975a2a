import type { Context } from "#access/context.ts"
import { formatAmount } from "#contract/currencies.ts"
import { contactUrl, type Letter, type Sender } from "#domains/mails/index.ts"
import { logoUrl } from "#kernel/addresses.ts"
import { toStoredEmail } from "#kernel/email-address.ts"
import { longDate } from "#kernel/time/days.ts"
import { readSnapshot } from "../offers/index.ts"
import { movesMoney } from "../payment-accounts/index.ts"
import { deliveryUrl } from "./delivery.ts"
import { type DeliveryRow, isMembersAddress } from "./delivery-store.ts"
import { boughtAtOf, isDelivered } from "./open-delivery.ts"
import { isUnpaid, unpaidLetter } from "./unpaid-letter.ts"

/** Why a buyer is mailed: the purchase changed, its refund takes long, or somebody asked for a receipt or a link. */
export type Occasion = "change" | "slow-refund" | "part-refund" | "receipt" | "claim"

/** A letter and its kind. The kind is part of the message's id, since the purchase may change before a retry. */
type BuyerLetter = Letter & {
  about: "delivery" | "pending" | "failed" | "refunding" | "part-refund" | "refund" | "end"
}

/** `plain` is the subject without the seller's words. */
type Body = Omit<BuyerLetter, "notes"> & { plain: string }

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
  const body = bodyOf(cx, purchase, occasion)
  if (!body) return undefined
  const { plain, ...letter } = body
  const notes = await smallPrint(cx, purchase)
  // A mail to an unverified address contains no sender and no contact that the seller chose.
  if (isStranger) return { ...letter, subject: plain, notes }
  const contact = purchase.seller_contact ?? undefined
  const named = { contact, notes: [...contactLine(purchase), ...notes], sender: await sellerOf(cx, purchase) }
  return { ...letter, ...named, ...(letter.about === "end" && { button: contactButton(purchase) }) }
}

/** A refund that is done within a day causes one mail, when it is done. */
function bodyOf(cx: Context, purchase: DeliveryRow, occasion: Occasion): Body | undefined {
  const { state } = purchase
  if (occasion === "slow-refund") return state === "refunding" ? refundingLetter(purchase) : undefined
  if (occasion === "part-refund") return isPartRefunded(purchase) ? partRefundLetter(purchase) : undefined
  if (isDelivered(purchase)) return deliveryLetter(cx, purchase, occasion)
  if (state === "refunding") return occasion === "change" ? undefined : refundingLetter(purchase)
  if (occasion === "change" && isUnpaid(purchase)) return unpaidLetter(purchase)
  if (state === "refunded") return refundLetter(purchase)
  return ["fulfilled", "comped", "disputed"].includes(state) ? endedLetter(purchase) : undefined
}

async function sellerOf(cx: Context, purchase: DeliveryRow): Promise<Sender> {
  const { workspace_id: workspaceId, seller_contact, seller_logo_key } = purchase
  const email = toStoredEmail(seller_contact ?? "")
  const isConfirmed = email !== undefined && (await isMembersAddress(cx, { workspaceId, email }))
  return {
    name: readSnapshot(purchase.snapshot).sellerName,
    logoUrl: logoUrl(cx, seller_logo_key),
    ...(isConfirmed && { replyTo: email }),
  }
}

function contactLine({ snapshot, seller_contact }: DeliveryRow): string[] {
  return seller_contact === null ? [] : [`Questions? Contact ${readSnapshot(snapshot).sellerName} at ${seller_contact}`]
}

function contactButton({ snapshot, seller_contact: contact }: DeliveryRow): Letter["button"] {
  if (contact === null) return undefined
  return { label: `Contact ${readSnapshot(snapshot).sellerName}`, url: contactUrl(contact) }
}

export function purchaseFacts(purchase: DeliveryRow): [string, string][] {
  const amount = (cents: number) => formatAmount(cents, purchase.currency)
  const { price_cents, discount_cents, charged_cents, refunded_cents } = purchase
  const lines: [string, string][] = [["Price", amount(price_cents)]]
  if (discount_cents > 0) lines.push(["Gift code", `−${amount(discount_cents)}`])
  lines.push(["Paid", amount(charged_cents)])
  const taxLine = readSnapshot(purchase.snapshot).terms.taxLine
  if (taxLine && charged_cents > 0) lines.push(["Tax", taxLine])
  if (refunded_cents > 0) lines.push(["Refunded", amount(refunded_cents)])
  return [...lines, ["Date", longDate(boughtAtOf(purchase))], ["Purchase ID", purchase.id]]
}

export async function smallPrint(cx: Context, purchase: DeliveryRow): Promise<string[]> {
  const isTest = purchase.charged_cents > 0 && !(await movesMoney(cx, purchase.processor_account))
  const test = isTest ? ["This was a test purchase. No money moved."] : []
  return [...test, `Sent by ${cx.brandName} for ${readSnapshot(purchase.snapshot).sellerName}.`]
}

function deliveryLetter(cx: Context, purchase: DeliveryRow, occasion: Occasion): Body {
  const { title, sellerName, files } = readSnapshot(purchase.snapshot)
  const [your, open] = files.length === 1 ? ["your file", "Open file"] : [`your ${files.length} files`, "Open files"]
  const isFree = purchase.state === "comped"
  return {
    about: "delivery",
    subject: occasion === "claim" ? `Your files: ${title}` : `Your receipt for ${title}`,
    plain: "Your files are ready",
    paragraphs: [
      `Open ${your} of “${title}” from ${sellerName}${isFree ? ", free" : ""}.`,
      "Keep this email: its link works whenever you need your files. Don't share it.",
    ],
    facts: [["Files", namesOf(files)], ...purchaseFacts(purchase)],
    button: { label: open, url: deliveryUrl(cx, purchase) },
  }
}

/** A mail names the first files only, so that it stays short. */
function namesOf(files: readonly { name: string }[]): string {
  const named = files.slice(0, 20).map(({ name }) => name)
  return [...named, ...(files.length > named.length ? [`and ${files.length - named.length} more`] : [])].join(", ")
}

/** A refund of the whole payment has a letter of its own. */
const isPartRefunded = ({ state, refunded_cents, charged_cents }: DeliveryRow) =>
  ["paid", "fulfilled", "disputed"].includes(state) && refunded_cents > 0 && refunded_cents < charged_cents

function partRefundLetter(purchase: DeliveryRow): Body {
  const { title, sellerName } = readSnapshot(purchase.snapshot)
  const refunded = formatAmount(purchase.refunded_cents, purchase.currency)
  const charged = formatAmount(purchase.charged_cents, purchase.currency)
  return {
    about: "part-refund",
    subject: `Part of your payment was refunded: ${title}`,
    plain: "Part of your payment was refunded",
    paragraphs: [
      `${sellerName} refunded ${refunded} of the ${charged} that you paid for “${title}”. Your bank may take up to 10 days to show it.`,
      "You keep your files, and the link to them works as before. No action needed.",
    ],
    facts: purchaseFacts(purchase),
  }
}

/** Says only that the money will be returned, since it is not back yet. */
function refundingLetter(purchase: DeliveryRow): Body {
  const { title, sellerName } = readSnapshot(purchase.snapshot)
  return {
    about: "refunding",
    subject: `Refund started for ${title}`,
    plain: "Refund started for your purchase",
    paragraphs: [
      `Your payment to ${sellerName} for “${title}” is being refunded. The link to your files no longer works.`,
      "We'll email you when it's done. No action needed.",
    ],
    facts: withReason(purchase),
  }
}

function refundLetter(purchase: DeliveryRow): Body {
  const { title, sellerName } = readSnapshot(purchase.snapshot)
  return {
    about: "refund",
    subject: `Your refund for ${title}`,
    plain: "Your refund for your purchase",
    paragraphs: [
      `Your payment to ${sellerName} for “${title}” was refunded in full. Your bank may take up to 10 days to show it.`,
      "The link to your files no longer works. No action needed.",
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
    subject: `Your purchase is unavailable: ${title}`,
    plain: "Your purchase is unavailable",
    paragraphs: [
      `Your files of “${title}” are unavailable at the moment.`,
      `Contact ${sellerName} if you don't know why, and include the purchase ID below.`,
    ],
    facts: purchaseFacts(purchase),
  }
}
