import { currencies, digitsOf } from "../../../../../server/src/contract/currencies.ts"

/**
 * Parses an amount in major units: `19`, `19.50` and `19,50` are 1900, 1950 and 1950 in `usd`. Returns minor units;
 * undefined for invalid amounts and for too many decimals, because nothing is rounded.
 */
export function toMinorUnits(typed: string, currency: string): number | undefined {
  const [, whole = "", , part = ""] = /^(\d+)([.,](\d+))?$/.exec(typed.trim()) ?? []
  const digits = digitsOf(currency)
  if (whole === "" || part.length > digits) return undefined
  return Number(whole + part.padEnd(digits, "0"))
}

/** Formats minor units for a text field: 1950 `usd` is `19.50`. */
export function toTypedAmount(cents: number, currency: string): string {
  return (cents / 10 ** digitsOf(currency)).toFixed(digitsOf(currency))
}

const names = new Intl.DisplayNames(["en"], { type: "currency" })

const common = [
  "usd",
  "eur",
  "gbp",
  "cad",
  "aud",
  "chf",
  "jpy",
  "inr",
  "brl",
  "mxn",
  "sek",
  "nok",
  "dkk",
  "pln",
] as const

/** All currencies, as options: `USD, US Dollar`. The common ones come first. */
export const currencyOptions = [...new Set([...common, ...currencies])].map((code) => ({
  value: code,
  label: `${code.toUpperCase()}, ${names.of(code.toUpperCase())}`,
}))
