/** White text is readable on each color, and a line in each is visible on white and on black. */
export const peopleColors: readonly string[] = [
  ...["#c2410c", "#0369a1", "#7e22ce", "#15803d", "#be185d", "#4d7c0f"],
  ...["#1d4ed8", "#b45309", "#0f766e", "#a21caf", "#b91c1c", "#6d28d9"],
]

/** The place of an account's own color, which is the same everywhere: FNV-1a over its id. */
export function colorPlace(accountId: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < accountId.length; at++) hash = Math.imul(hash ^ accountId.charCodeAt(at), 0x01000193)
  return (hash >>> 8) % peopleColors.length
}
