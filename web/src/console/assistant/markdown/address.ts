const address = /https?:\/\/[^\s<>"`]+/y
const addressInBrackets = /https?:\/\/[^\s<>"`\]]+/y

/** The bare URL at a position of a text. Within brackets it ends at the closing bracket. */
export function addressAt(text: string, at: number, isInBrackets: boolean): string {
  const pattern = isInBrackets ? addressInBrackets : address
  pattern.lastIndex = at
  return withoutEnd(pattern.exec(text)?.[0] ?? "")
}

/** Strips trailing punctuation and unbalanced closing brackets. */
function withoutEnd(text: string): string {
  let open = 0
  for (const char of text) open += char === "(" ? 1 : char === ")" ? -1 : 0
  let end = text.length
  while (end > 0) {
    const last = text[end - 1] ?? ""
    if (last === ")" && open >= 0) break
    if (last === ")") open += 1
    else if (!/[.,;:!?'*_~\]}]/.test(last)) break
    end -= 1
  }
  return text.slice(0, end)
}
