const opened: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" }

/** Strips punctuation after a URL, and closing brackets that were not opened in it. */
export function withoutEnd(address: string, punctuation = ".,;:!?'’…"): string {
  const open = new Map<string, number>()
  const count = (char: string, by: number) => open.set(char, (open.get(char) ?? 0) + by)
  for (const char of address) count(opened[char] ?? char, opened[char] ? -1 : 1)
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? ""
    const opener = opened[last]
    if (opener ? (open.get(opener) ?? 0) >= 0 : !punctuation.includes(last)) break
    if (opener) count(opener, 1)
  }
  return address.slice(0, end)
}
