/** Currencies of prices, ISO 4217 in lower case: all that the card processor charges (docs.stripe.com/currencies). */
export const currencies = (
  "usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop " +
  "crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jod jpy " +
  "kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok " +
  "npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top try " +
  "ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw"
).split(" ")

/** Currencies without a smaller unit: 500 means five hundred yen (docs.stripe.com/currencies#zero-decimal). */
const withoutDecimals = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "))

/** Currencies with thousandths: 5120 means 5.120 dinar (docs.stripe.com/currencies#three-decimal). */
const withThousandths = new Set("bhd jod kwd omr tnd".split(" "))

/**
 * 1900 `usd` is `$19.00`, 1900 `jpy` is `¥1,900`. Units are the processor's, not ISO 4217's: 500 `isk` are 5 krónur.
 */
export function formatAmount(cents: number, currency: string): string {
  const digits = digitsOf(currency)
  let format = formats.get(currency)
  if (!format) {
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    format = new Intl.NumberFormat("en-US", { style: "currency", currency, ...fraction })
    formats.set(currency, format)
  }
  return format.format(cents / 10 ** digits)
}

/** The amount in major units, as a decimal: 1900 `usd` is `19.00`, 1900 `jpy` is `1900`. */
export function decimalAmount(cents: number, currency: string): string {
  const digits = digitsOf(currency)
  const padded = String(cents).padStart(digits + 1, "0")
  const point = padded.length - digits
  return digits === 0 ? padded : `${padded.slice(0, point)}.${padded.slice(point)}`
}

const formats = new Map<string, Intl.NumberFormat>()

/** Decimal places of a currency (lower case), as the processor counts them. */
export function digitsOf(currency: string): number {
  return withoutDecimals.has(currency) ? 0 : withThousandths.has(currency) ? 3 : 2
}
