/** The end of the last complete sentence or line after `from`; `from` if there is none. */
export function endOfSentences(text: string, from: number): number {
  for (let at = text.length - 1; at > from; at -= 1) {
    const isLine = text[at] === "\n"
    const isSentence = text[at] === " " && ".!?…。！？".includes(text[at - 1] ?? " ")
    if (isLine || isSentence) return at + 1
  }
  return from
}
