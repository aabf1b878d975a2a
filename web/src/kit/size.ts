const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const
const formats = new Map<string, Intl.NumberFormat>()

/** Formats a number of bytes: `940 bytes`, `1.4 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  const digits = power === 0 || value >= 100 ? 0 : 1
  const unit = units[power] ?? "byte"
  const key = `${locale} ${unit} ${digits}`
  let format = formats.get(key)
  if (!format) {
    const unitDisplay = power === 0 ? "long" : "short"
    format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: digits })
    formats.set(key, format)
  }
  return format.format(value)
}
