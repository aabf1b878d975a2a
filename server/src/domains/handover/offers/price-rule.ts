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
    const hint = `Ask for nothing (0), or for at least ${write(minimumCents)}.`
    const message = `\`priceCents\` is too little for a card: it takes ${write(minimumCents)} or more, or nothing at all.`
    return invalidInput(message, hint, "priceCents")
  }
  if (priceCents > maximumCents) {
    const message = `\`priceCents\` is too much for a card: it takes ${write(maximumCents)} at most.`
    return invalidInput(message, `Ask for at most ${write(maximumCents)}.`, "priceCents")
  }
  return notInSteps("priceCents", { cents: priceCents, stepCents, currency })
}

function notInSteps(
  field: string,
  { cents, stepCents, currency }: { cents: number; stepCents: number; currency: string },
) {
  const below = Math.floor(cents / stepCents) * stepCents
  const near = [below, below + stepCents].filter((one) => one > 0)
  return invalidInput(
    `\`${field}\` is not a step of ${formatAmount(stepCents, currency)}, in which a card is charged.`,
    `Send ${near.map((one) => `${one} (${formatAmount(one, currency)})`).join(" or ")}.`,
    field,
  )
}
