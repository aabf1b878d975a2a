import type { Context } from "#kernel/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { isWithinHourly } from "#kernel/hourly-limit.ts"
import { enqueue } from "#kernel/job-store.ts"
import { countReceipt } from "./delivery-store.ts"

const perPurchase = 3

/**
 * Puts one more receipt of a purchase into the outbox: at most three an hour, whoever asks.
 *
 * @throws ServiceError `conflict` when the purchase has no address, `rate_limited`.
 */
export async function sendReceiptAgain(cx: Context, purchaseId: string): Promise<void> {
  if (!(await isWithinHourly(cx, `receipt:${purchaseId}`, perPurchase))) throw enoughReceipts()
  await cx.atomically(async (cx) => {
    const resend = await countReceipt(cx, purchaseId)
    if (resend === undefined) throw noAddress()
    await enqueue(cx, "mail-receipt", { purchaseId, resend })
  })
}

const enoughReceipts = () =>
  new ServiceError("rate_limited", "The receipt was sent three times within the hour.", {
    hint: "Look in the spam folder, or try again in an hour.",
    retryAfterSeconds: 3_600,
  })

const noAddress = () =>
  new ServiceError("conflict", "This purchase has no mail address.", {
    hint: "It was a gift that was redeemed without one: keep the delivery link itself.",
  })
