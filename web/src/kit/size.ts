const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const

/** Writes a number of bytes as people read it: `940 byte`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  const digits = power === 0 || value >= 100 ? 0 : 1
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: digits,
  }).format(value)
}
