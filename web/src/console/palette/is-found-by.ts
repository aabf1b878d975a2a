import { fold } from "../../../../server/src/contract/typed-text.ts"

/** Whether each typed word is in the title, or begins one of the synonyms. Case, accents and order do not count. */
export function isFoundBy(typed: string, { title, words = "" }: { title: string; words?: string }): boolean {
  const [name, others] = [fold(title), wordsOf(words)]
  return wordsOf(typed).every((word) => name.includes(word) || others.some((one) => one.startsWith(word)))
}

const wordsOf = (text: string) => fold(text).split(/\s+/).filter(Boolean)
