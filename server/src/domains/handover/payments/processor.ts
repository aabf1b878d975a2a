import type { Outside, Reading } from "#access/context.ts"
import { type Account, ProcessorError, type SessionRequest } from "#adapters/payments/port.ts"
import { type ServiceError, upstreamError } from "#kernel/error.ts"
import { accountCannotTakePayments } from "../handover-errors.ts"
import { findShortKey, readSnapshot, returnUrl } from "../offers/index.ts"
import { findPaymentAccount } from "../payment-accounts/index.ts"
import type { Purchase } from "../purchases/index.ts"

/** The account that a purchase is charged on, for as long as its money can move. */
export async function accountOf(cx: Reading & Pick<Outside, "keyring">, purchase: Purchase): Promise<Account> {
  const account = purchase.payment_account && (await findPaymentAccount(cx, purchase.payment_account))
  if (!account) throw new Error("The processor account that a purchase names is not there.")
  return account
}

/** Runs a call whose every failure means "try again later". */
export async function asking<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof ProcessorError ? processorFailed(error) : error
  }
}

/** The refusal of what the processor did not do, for no fault of the buyer's: never stored, since it passes. */
export function processorFailed(cause: unknown): ServiceError {
  const isAccountFault = cause instanceof ProcessorError && ["account-fault", "refused"].includes(cause.outcome)
  return isAccountFault ? accountCannotTakePayments(cause) : upstreamError("The payment processor", cause)
}

/**
 * What the processor is asked for. Made from the row alone, so that a retry asks for the same, byte for byte, whatever
 * became of the offer and the settings. Only a row from before `return_url` was kept takes it from them.
 */
export async function toSessionRequest(
  cx: Reading & Pick<Outside, "addresses">,
  purchase: Purchase,
): Promise<SessionRequest> {
  const { gift_code_id: codeId, discount_cents: discountCents } = purchase
  const gift = codeId === null ? null : { codeId, discountCents }
  return {
    idempotencyKey: `${purchase.id}:${purchase.attempt}`,
    reference: purchase.id,
    offerId: purchase.offer_id,
    amountCents: purchase.amount_cents,
    currency: purchase.currency,
    title: readSnapshot(purchase.snapshot).title,
    buyerEmail: purchase.buyer_email ?? "",
    returnUrl: purchase.return_url ?? returnUrl(cx, await findShortKey(cx, purchase.offer_id)),
    expiresAt: purchase.session_expires_at ?? 0,
    ...(gift ? { gift } : {}),
  }
}
