import { currencies, digitsOf } from "../../../../server/src/contract/currencies.ts"

/**
 * Reads an amount that was typed in a currency's own units: `19`, `19.50` and `19,50` are 1900 and 1950 in `usd`.
 * Answers minor units; undefined for what is no amount of that currency, so that nothing is ever rounded.
 */
export function toMinorUnits(typed: string, currency: string): number | undefined {
  const [, whole = "", , part = ""] = /^(\d+)([.,](\d+))?$/.exec(typed.trim()) ?? []
  const digits = digitsOf(currency)
  if (whole === "" || part.length > digits) return undefined
  return Number(whole + part.padEnd(digits, "0"))
}

/** Writes minor units as they are typed: 1950 `usd` is `19.50`. */
export function toTypedAmount(cents: number, currency: string): string {
  return (cents / 10 ** digitsOf(currency)).toFixed(digitsOf(currency))
}

const names = new Intl.DisplayNames(["en"], { type: "currency" })

/** Every currency to choose from: `USD, US Dollar`. */
export const currencyOptions = currencies.map((code) => ({
  value: code,
  label: `${code.toUpperCase()}, ${names.of(code.toUpperCase())}`,
}))
