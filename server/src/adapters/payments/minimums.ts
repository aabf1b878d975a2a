/**
 * The least that a card is charged, by currency, in minor units: Stripe's table of minimum charge amounts
 * (docs.stripe.com/currencies). It depends on the currency of the payout account as well, which nobody can know
 * beforehand; then the processor itself refuses.
 */
const minimums: Record<string, number> = {
  usd: 50,
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  hrk: 50,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
}

/**
 * The least charge in a currency (ISO 4217, lower case), in minor units; for one that is not listed, 50. In a currency
 * without minor units (JPY) the amount is whole units, here as everywhere.
 */
export function minimumCents(currency: string): number {
  return minimums[currency] ?? 50
}
