const space = /^$|\s/
const punctuation = /[\p{P}\p{S}]/u
const word = /[\p{L}\p{N}]/u

export const isPunctuation = (char: string) => punctuation.test(char)

/** As CommonMark has it: what leans on a word opens or closes, and `_` does neither within one. */
export function sides(char: string, before: string, after: string): { mayOpen: boolean; mayClose: boolean } {
  const isOpen = !space.test(after) && (!punctuation.test(after) || space.test(before) || punctuation.test(before))
  const isClose = !space.test(before) && (!punctuation.test(before) || space.test(after) || punctuation.test(after))
  if (char !== "_") return { mayOpen: isOpen, mayClose: isClose }
  return { mayOpen: isOpen && !word.test(before), mayClose: isClose && !word.test(after) }
}
