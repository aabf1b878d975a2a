/** The price on the pay page when the buyer pressed the button. */
export interface SeenPrice {
  readonly priceCents: number
  readonly currency: string
  /** The gift code's discount; 0 without a code. */
  readonly discountCents: number
}

/** The pay page sends it with a checkout. It is not in the REST API. */
export const seenPriceHeader = "svc-seen-price"

export function writeSeenPrice({ priceCents, currency, discountCents }: SeenPrice): string {
  return `${priceCents} ${currency} ${discountCents}`
}

/** Undefined unless `writeSeenPrice` wrote the text. */
export function readSeenPrice(text: unknown): SeenPrice | undefined {
  const parts = typeof text === "string" ? /^(\d{1,12}) ([a-z]{3}) (\d{1,12})$/.exec(text) : null
  if (!parts) return undefined
  const [, price, currency = "", discount] = parts
  return { priceCents: Number(price), currency, discountCents: Number(discount) }
}
