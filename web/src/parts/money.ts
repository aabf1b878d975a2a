/** Currencies without a smaller unit: an amount of 500 is five hundred yen. */
const withoutDecimals = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "))

/** Writes minor units of a currency as people read them: 1900 of `usd` is `$19.00`, 1900 of `jpy` is `¥1,900`. */
export function formatMoney(cents: number, currency: string): string {
  const digits = withoutDecimals.has(currency.toLowerCase()) ? 0 : 2
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 10 ** digits)
}
