import type { Context, Inside } from "#access/context.ts"
import { isWithinHourly } from "#access/limits/hourly-limit.ts"
import { enqueue } from "#jobs/job-store.ts"
import { conflict, ServiceError } from "#kernel/error.ts"
import { countReceipt, type DeliveryRow } from "./delivery-store.ts"
import { limitAddress } from "./mail-limits.ts"

const perPurchase = 3

type Receiver = Pick<DeliveryRow, "id" | "workspace_id" | "buyer_email" | "corrected_email">

/**
 * At most three an hour, within the address's limit; else throws `rate_limited`. `conflict` without an address.
 * `also` runs in the same transaction.
 */
export async function sendReceiptAgain<Who>(
  cx: Context<Who>,
  delivery: Receiver,
  also: (cx: Inside & Who) => Promise<unknown> = async () => {},
): Promise<void> {
  const { id: purchaseId, buyer_email, corrected_email } = delivery
  if (buyer_email === null) throw noAddress()
  if (!(await isWithinHourly(cx, `receipt:${purchaseId}`, perPurchase))) throw enoughReceipts()
  await limitAddress(cx, corrected_email ?? buyer_email)
  await cx.atomically(async (cx) => {
    await also(cx)
    const resend = await countReceipt(cx, delivery)
    if (resend === undefined) throw noAddress()
    await enqueue(cx, "mail-receipt", { payload: { purchaseId, resend } })
  })
}

const enoughReceipts = () =>
  new ServiceError("rate_limited", "The receipt was sent three times in the last hour.", {
    hint: "Check your spam folder, or try again in an hour.",
    retryAfterSeconds: 3_600,
  })

const noAddress = () => conflict("This purchase has no email.", "Save the delivery link instead.")
