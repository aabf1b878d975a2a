/** Whether a value that somebody else made is an object with names, so that its fields may be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
