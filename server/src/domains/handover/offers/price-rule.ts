import type { Outside } from "#access/context.ts"
import type { AmountRules } from "#adapters/payments/port.ts"
import { formatAmount } from "#contract/currencies.ts"
import { invalidInput, type ServiceError } from "#kernel/error.ts"
import { isChargeable } from "./public-offer.ts"

type Cx = Pick<Outside, "payments">

export function checkPrice(cx: Cx, priceCents: number, currency: string): void {
  const rules = cx.payments.amountRules(currency)
  if (!isChargeable(rules, priceCents)) throw notChargeable(rules, priceCents, currency)
}

/** Throws `invalid_request` unless a balance is a multiple of the currency's step, so that remainders are, too. */
export function checkBalance(cx: Cx, balanceCents: number, currency: string): void {
  const { stepCents } = cx.payments.amountRules(currency)
  if (balanceCents % stepCents !== 0) throw notInSteps("balanceCents", { cents: balanceCents, stepCents, currency })
}

function notChargeable(rules: AmountRules, priceCents: number, currency: string): ServiceError {
  const { minimumCents, maximumCents, stepCents } = rules
  const write = (cents: number) => formatAmount(cents, currency)
  if (priceCents < minimumCents) {
    return invalidInput(`Price must be 0, or at least ${write(minimumCents)}.`, undefined, "priceCents")
  }
  if (priceCents > maximumCents) {
    return invalidInput(`Price must be at most ${write(maximumCents)}.`, undefined, "priceCents")
  }
  return notInSteps("priceCents", { cents: priceCents, stepCents, currency })
}

function notInSteps(
  field: "priceCents" | "balanceCents",
  { cents, stepCents, currency }: { cents: number; stepCents: number; currency: string },
) {
  const below = Math.floor(cents / stepCents) * stepCents
  const near = [below, below + stepCents].filter((one) => one > 0)
  const label = field === "priceCents" ? "Price" : "Amount"
  return invalidInput(
    `${label} must be a multiple of ${formatAmount(stepCents, currency)}. Use ${near.map((one) => formatAmount(one, currency)).join(" or ")}.`,
    undefined,
    field,
  )
}
