import { z } from "zod"
import { type Anyone, publicAction } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { isMailTaken } from "#domains/mails/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { handLinkTo, linkFor } from "../deliveries/index.ts"
import { noSuchCheckoutSession } from "../handover-errors.ts"
import { offerKey } from "../offers/index.ts"
import { applyCheckoutSession, findUnclearOf, fulfilPurchase, getCheckoutSession } from "../payments/index.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { findPurchaseOfCheckoutSession, type Purchase, readPurchase } from "../purchases/index.ts"

/** A checkout session's id is part of URLs, which may leak: it opens the delivery only for this long after payment. */
const checkoutSessionOpensMs = dayMs

const output = z
  .object({
    paid: z.boolean().describe("Whether the payment was completed."),
    pending: z.boolean().describe("Whether the payment may still come; ask again then."),
    fulfilled: z.boolean().optional().describe("Whether the purchase was delivered."),
    deliveryUrl: z
      .string()
      .nullable()
      .optional()
      .describe(
        "The delivery link. From 24 hours after the payment on it is the claim page, which mails the link, unless the caller has shown the purchase to be theirs. Null when the delivery was ended.",
      )
      .meta({ examples: ["http://localhost:3000/delivery/purchase_5nYt0Rb7WqLxJ2mZc8HdVk.gV0c"] }),
    error: z.string().optional().describe("Why a paid purchase could not be delivered."),
  })
  .meta({ id: "VerifyResult", description: "The status of a payment and of its purchase." })

export const verifyPayment = publicAction({
  input: z.object({
    key: offerKey,
    sessionId: z
      .string()
      .min(1)
      .max(255)
      .describe("The checkout session's id, as checkout answered it.")
      .meta({ examples: ["cs_sandbox_6fXq0LrZ"] }),
  }),
  output,
  async run(cx, { key, sessionId }) {
    const purchase = await findPurchaseOfCheckoutSession(cx, { checkoutSessionId: sessionId, shortKey: key })
    if (!purchase) throw noSuchCheckoutSession()
    const answer = await answers[purchase.state](cx, purchase)
    const isFinal = answer.fulfilled === true || (!answer.paid && !answer.pending)
    if (!isFinal) cx.exchange.doNotStore()
    return answer
  },
})

type Answer = z.output<typeof output>
type Step = (cx: Context<Anyone>, purchase: Purchase) => Promise<Answer>

/**
 * The step for each state. Purchases that ended unpaid are asked about too: the response that ended them may have been
 * wrong, or money may have come since.
 */
const answers: Record<PurchaseState, Step> = {
  created: askProcessor,
  open: askProcessor,
  pending_async: askProcessor,
  paid: fulfilNow,
  fulfilled: answerDelivery,
  comped: answerDelivery,
  disputed: answerDelivery,
  refunding: answerRefund,
  refunded: answerRefund,
  fulfil_failed: answerUnclear,
  expired: askProcessor,
  failed: askProcessor,
}

async function askProcessor(cx: Context<Anyone>, purchase: Purchase): Promise<Answer> {
  const checkoutSession = await getCheckoutSession(cx, purchase).catch((error) => orInDoubt(cx, purchase, error))
  if ("pending" in checkoutSession) return checkoutSession
  return orPaid(cx, purchase, async () => answerAfter(cx, await applyCheckoutSession(cx, purchase, checkoutSession)))
}

/** While the processor's response does not fit the purchase, the payment may still come: pending, not an error. */
async function orInDoubt(cx: Context<Anyone>, { id }: Purchase, error: unknown): Promise<Answer> {
  const purchase = await readPurchase(cx, id)
  if (purchase.state === "fulfil_failed") return answerUnclear(cx, purchase)
  if (purchase.unsettled_since === null) throw error
  return { paid: false, pending: true }
}

function fulfilNow(cx: Context<Anyone>, purchase: Purchase): Promise<Answer> {
  return orPaid(cx, purchase, async () => {
    await fulfilPurchase(cx, purchase)
    return answerAfter(cx, await readPurchase(cx, purchase.id))
  })
}

async function answerAfter(cx: Context<Anyone>, purchase: Purchase): Promise<Answer> {
  if (purchase.state === "open" || purchase.state === "pending_async") return { paid: false, pending: true }
  if (purchase.state === "expired" || purchase.state === "failed") return { paid: false, pending: false }
  if (purchase.state === "paid") return unfulfilled(tryAgain)
  return answers[purchase.state](cx, purchase)
}

/** After a failure of our own, the answer for a recorded payment is "paid": the reconciler delivers it later. */
async function orPaid(cx: Context<Anyone>, { id }: Purchase, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const purchase = await readPurchase(cx, id)
    if (error instanceof ServiceError || purchase.paid_at === null) throw error
    cx.log.error({ purchaseId: id, error: String(error) }, "A paid purchase could not be handed over.")
    return unfulfilled(tryAgain)
  }
}

async function answerDelivery(cx: Context<Anyone>, purchase: Purchase): Promise<Answer> {
  const isOpen = purchase.state !== "disputed" && purchase.delivery_revoked_at === null
  const deliveryUrl = isOpen ? await linkOf(cx, purchase) : null
  return { paid: true, pending: false, fulfilled: true, deliveryUrl }
}

async function linkOf(cx: Context<Anyone>, purchase: Purchase): Promise<string> {
  const isFresh = cx.now() - (purchase.fulfilled_at ?? purchase.paid_at ?? 0) < checkoutSessionOpensMs
  return isFresh ? handLinkTo(cx, purchase) : linkFor(cx, purchase)
}

async function answerRefund(cx: Context<Anyone>, purchase: Purchase): Promise<Answer> {
  if (purchase.fulfilled_at !== null) return { paid: true, pending: false, fulfilled: true, deliveryUrl: null }
  const entry = await findUnclearOf(cx, purchase)
  const money = entry
    ? `the refund hasn't gone through yet.${await sellerNote(cx, entry)}`
    : `your payment ${purchase.state === "refunded" ? "was" : "is being"} refunded.`
  return unfulfilled(`Your purchase couldn't be delivered, and ${money}`)
}

async function answerUnclear(cx: Context<Anyone>, purchase: Purchase): Promise<Answer> {
  if (purchase.settled_outside_at !== null) {
    return unfulfilled("The seller resolved this payment another way. Contact the seller.")
  }
  const entry = await findUnclearOf(cx, purchase)
  return unfulfilled(`The payment doesn't match the checkout. We're checking it again.${await sellerNote(cx, entry)}`)
}

/** Mentions the seller only after a mail server took the mail to the seller. */
async function sellerNote(
  cx: Context,
  entry: { workspace_id: WorkspaceId | null; seller_mailed_at: number | null } | undefined,
): Promise<string> {
  const { workspace_id: workspaceId, seller_mailed_at: since } = entry ?? {}
  if (!workspaceId || !since) return ""
  const isTold = await isMailTaken(cx, { kind: "mail-unclear-money", workspaceId, about: workspaceId, since })
  return isTold ? " The seller has been notified." : ""
}

const tryAgain = "Your payment arrived, but delivery failed. We'll try again in a moment."

function unfulfilled(error: string): Answer {
  return { paid: true, pending: false, fulfilled: false, error }
}
