/** Whether the title contains the typed text, or each typed word begins a word of the title or of the synonyms. */
export function isFoundBy(typed: string, { title, words = "" }: { title: string; words?: string }): boolean {
  const asked = typed.toLowerCase()
  if (title.toLowerCase().includes(asked)) return true
  const known = wordsOf(`${title} ${words}`.toLowerCase())
  return wordsOf(asked).every((word) => known.some((one) => one.startsWith(word)))
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)
