const wordsOf = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_")

/** An argument's readable name: `expiresInMinutes` becomes "Expires in". */
export function labelOf(name: string): string {
  const words = wordsOf(name).filter((word) => !(word in units) && word !== "bytes")
  const text = (words.at(-1) === "at" ? words.slice(0, -1) : words).join(" ")
  return text === "" ? name : (known[text] ?? text.charAt(0).toUpperCase() + text.slice(1))
}

const known: Readonly<Record<string, string>> = { id: "ID", url: "URL", how: "Mode", slug: "Short name" }

/** Whether a value is a time: RFC 3339, or epoch milliseconds in an argument named `…_at`. */
export function isMoment(name: string, value: unknown): value is string | number {
  if (typeof value === "string") return /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(value)
  return typeof value === "number" && /(?:_at|At)$/.test(name) && value > 1e11
}

const units: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 }

/** A duration or a size in words, by the unit in the name; undefined for other values. */
export function durationOf(name: string, value: unknown): string | undefined {
  if (typeof value !== "number") return undefined
  const unit = wordsOf(name).at(-1) ?? ""
  if (unit === "bytes") return sizeOf(value)
  const seconds = units[unit]
  if (seconds === undefined) return undefined
  const [best = "seconds", length = 1] =
    Object.entries(units).findLast(([, each]) => (value * seconds) % each === 0 && value * seconds >= each) ?? []
  const count = (value * seconds) / length
  return `${count.toLocaleString()} ${count === 1 ? best.slice(0, -1) : best}`
}

function sizeOf(bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const count = bytes / 1_000 ** power
  return `${Number(count.toFixed(1)).toLocaleString()} ${["bytes", "kB", "MB", "GB"][power]}`
}
