import type { Outside } from "#kernel/context.ts"
import { invalidInput } from "#kernel/error.ts"
import { formatAmount } from "./currencies.ts"
import { isChargeable } from "./public-offer.ts"

/** An offer is free, or costs at least what a card can be charged; else `invalid_request`. */
export function checkPrice(cx: Pick<Outside, "payments">, priceCents: number, currency: string): void {
  if (isChargeable(cx, priceCents, currency)) return
  const least = formatAmount(cx.payments.minimumCents(currency), currency)
  throw invalidInput(
    "`priceCents` is less than a card can be charged.",
    `Ask for nothing (0), or for at least ${least}.`,
  )
}
