/** Parses JSON. An integer that JavaScript would round becomes text with its digits. */
export function parseDigits(json: string): unknown {
  return JSON.parse(json, (_name, value: unknown, context?: { source?: string }) => {
    const isRounded = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
    return isRounded && /^-?\d+$/.test(context?.source ?? "") ? context?.source : value
  })
}

/** Undefined for text that is no JSON. */
export function digitsIn(json: string): unknown {
  try {
    return parseDigits(json)
  } catch {
    return undefined
  }
}

/** Some programs and models write the object of the arguments as a text of JSON, and null or an empty list for none. */
export function unwrapArguments(value: unknown): unknown {
  if (value === null || value === undefined || value === "" || isEmptyList(value)) return {}
  if (typeof value !== "string" || !/^\s*\{/.test(value)) return value
  return digitsIn(value) ?? value
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
