/**
 * The currencies that offers are priced in, ISO 4217 in lower case: those that the card processor charges
 * (docs.stripe.com/currencies), without the five that count in thousandths.
 */
export const currencies = (
  "usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop " +
  "crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jpy " +
  "kes kgs khr kmf krw kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok " +
  "npr nzd pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try " +
  "ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw"
).split(" ")

/** Those without a smaller unit: 500 is five hundred yen (docs.stripe.com/currencies#zero-decimal). */
const withoutDecimals = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "))

/** Writes an amount for people: 1900 `usd` is `$19.00`, 1900 `jpy` is `¥1,900`. */
export function formatAmount(cents: number, currency: string): string {
  const digits = withoutDecimals.has(currency) ? 0 : 2
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 10 ** digits)
}
