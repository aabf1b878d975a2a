import type { AmountRules } from "./port.ts"

/**
 * The least amounts in minor units where not 50 (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, July
 * 2026). The payout account's currency, unknown here, may raise them: then the processor refuses.
 */
const minimums: Record<string, number> = {
  aed: 200,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
}

/** The greatest amounts that every payment method accepts (same page): eight digits, and more in these currencies. */
const maximums: Record<string, number> = { idr: 999_999_999_999, cop: 9_999_999_999, inr: 999_999_999 }

/**
 * The króna and the Ugandan shilling have no smaller unit any more, but are still counted in hundredths, and must be
 * whole (docs.stripe.com/currencies#special-cases). Amounts in thousandths must end in a 0. The special rules of the
 * forint and the Taiwan dollar are about payouts only: every amount can be charged.
 */
const steps: Record<string, number> = { isk: 100, ugx: 100, bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 }

/** ISO 4217 in lower case, minor units; at least 50 by default. Without minor units (JPY) the amount is whole units. */
export function amountRules(currency: string): AmountRules {
  const stepCents = steps[currency] ?? 1
  return {
    stepCents,
    minimumCents: Math.max(minimums[currency] ?? 50, stepCents),
    maximumCents: maximums[currency] ?? 99_999_999,
  }
}
