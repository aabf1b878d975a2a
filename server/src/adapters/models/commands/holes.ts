import type { Word } from "./words.ts"

/** A kind of hole in a sentence. `read` returns the value, or undefined for text that does not fit. */
export interface HoleKind {
  /** Whether the hole takes several words without quotation marks. */
  readonly takesWords: boolean
  read(text: string): string | undefined
}

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)

export const holeKinds = {
  /** A name, a title, or words to look for. */
  text: { takesWords: true, read: (text) => (text !== "" && text.length <= 200 ? text : undefined) },
  /** A web address without credentials, as links require it. */
  address: { takesWords: false, read: readAddress },
  calendar: { takesWords: false, read: (text) => (/^(https|webcal):\/\//i.test(text) && URL.canParse(text) ? text : undefined) }, // biome-ignore format: one thought
  slug: { takesWords: false, read: matching(/^[\w-]{3,32}$/) },
  count: { takesWords: false, read: matching(/^[1-9]\d{0,3}$/) },
  path: { takesWords: false, read: (text) => (text.startsWith("/") && text.length <= 500 ? text : undefined) },
  day: { takesWords: false, read: matching(/^\d{4}-\d{2}-\d{2}$/) },
  mail: { takesWords: false, read: matching(/^[^\s@]{1,64}@[^\s@]{1,190}$/) },
  id: { takesWords: false, read: matching(/^[a-z]{1,20}_\w{8,40}$/) },
  unit: { takesWords: false, read: matching(/^(minutes?|hours?|days?|week)$/) },
  span: { takesWords: false, read: matching(/^(today|week|month|year)$/) },
  state: { takesWords: false, read: matching(/^(draft|published|paused|archived)$/) },
} satisfies Record<string, HoleKind>

function readAddress(text: string): string | undefined {
  const url = URL.parse(text)
  return url && /^https?:\/\/[^/]/i.test(text) && !url.username && !url.password ? text : undefined
}

/** The most words that a hole takes without quotation marks. */
const mostWords = 20

const joins = new Set(["and", "then", "also", "but"])

/** The first words of commands; see `rows.ts`. */
const verbs = new Set(
  "add attach change create delete detach edit email export find give hand ignore list look mail make move open publish read refund remove rename restore revoke search send set share show throw trash undo upload write".split(
    " ",
  ),
)

/**
 * Whether words without quotation marks can be one name. Words that look like a second sentence cannot: half of a
 * request must not be carried out.
 */
export function isOneThing(words: readonly Word[]): boolean {
  if (words.length > mostWords) return false
  return words.every(({ text, plain }, at) => {
    const before = words[at - 1]
    if (/^["“”]|[<>{}`|$\\]|&&/.test(text)) return false
    if (before && /[.;:!?]$/.test(before.text)) return false
    return !(before && joins.has(before.plain) && (verbs.has(plain) || joins.has(plain)))
  })
}
