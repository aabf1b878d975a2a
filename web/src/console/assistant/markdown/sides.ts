const space = /^$|\s/
const punctuation = /[\p{P}\p{S}]/u
const word = /[\p{L}\p{N}]/u

export const isPunctuation = (char: string) => punctuation.test(char)

/** CommonMark's flanking rules: which side a delimiter run may open or close; `_` does neither within a word. */
export function sides(char: string, before: string, after: string): { mayOpen: boolean; mayClose: boolean } {
  const isOpen = !space.test(after) && (!punctuation.test(after) || space.test(before) || punctuation.test(before))
  const isClose = !space.test(before) && (!punctuation.test(before) || space.test(after) || punctuation.test(after))
  if (char !== "_") return { mayOpen: isOpen, mayClose: isClose }
  return { mayOpen: isOpen && !word.test(before), mayClose: isClose && !word.test(after) }
}
