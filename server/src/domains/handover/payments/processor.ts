import type { Context, Outside, Reading } from "#access/context.ts"
import { type CheckoutSessionRequest, type ProcessorAccount, ProcessorError } from "#adapters/payments/port.ts"
import { type ServiceError, upstreamError } from "#kernel/error.ts"
import { processorAccountCannotTakePayments } from "../handover-errors.ts"
import { findShortKey, readSnapshot, returnUrl } from "../offers/index.ts"
import { findPaymentAccount, noteProcessorAccountFault } from "../payment-accounts/index.ts"
import type { Purchase } from "../purchases/index.ts"

/** The processor account that a purchase is charged on, even if disabled, since its money can still move. */
export async function processorAccountOf(
  cx: Reading & Pick<Outside, "keyring" | "payments">,
  purchase: Purchase,
): Promise<ProcessorAccount> {
  const processorAccount = purchase.processor_account && (await findPaymentAccount(cx, purchase.processor_account))
  if (!processorAccount) throw new Error("The processor account of a purchase does not exist.")
  return processorAccount
}

/** Calls the processor. A failure means "try again later"; a fault of the account also enqueues a check of it. */
export async function asking<Answer>(
  cx: Context,
  { id }: ProcessorAccount,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    await noteProcessorAccountFault(cx, id, error)
    throw processorFailed(error)
  }
}

/** The refusal when the processor failed through no fault of the buyer. Temporary, and never stored for replay. */
export function processorFailed(cause: unknown): ServiceError {
  const isProcessorAccountFault =
    cause instanceof ProcessorError && ["account-fault", "refused"].includes(cause.outcome)
  return isProcessorAccountFault
    ? processorAccountCannotTakePayments(cause)
    : upstreamError("The payment provider", cause)
}

/**
 * The request for a checkout session. It is made from the row only, so that a retry is identical, whatever happened to
 * the offer. Only rows older than `return_url` use the settings.
 */
export async function toCheckoutSessionRequest(
  cx: Reading & Pick<Outside, "addresses">,
  purchase: Purchase,
): Promise<CheckoutSessionRequest> {
  const { gift_code_id: codeId, discount_cents: discountCents } = purchase
  const gift = codeId === null ? null : { codeId, discountCents }
  return {
    idempotencyKey: `${purchase.id}:${purchase.attempt}`,
    reference: purchase.id,
    offerId: purchase.offer_id,
    workspaceId: purchase.workspace_id,
    amountCents: purchase.amount_cents,
    currency: purchase.currency,
    title: readSnapshot(purchase.snapshot).title,
    buyerEmail: purchase.buyer_email ?? "",
    returnUrl: purchase.return_url ?? returnUrl(cx, await findShortKey(cx, purchase.offer_id)),
    expiresAt: purchase.checkout_session_expires_at ?? 0,
    ...(gift ? { gift } : {}),
  }
}
