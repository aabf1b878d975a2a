/** A part of a text: visible characters, or the name of one invisible character. */
export interface Seen {
  readonly text: string
  readonly isInvisible: boolean
}

/** Joiners and variation selectors are hidden outside of an emoji; direction marks always. */
const emoji = "\\p{Extended_Pictographic}(?:\\p{EMod}|\\uFE0F|\\u200D\\p{Extended_Pictographic})*"
const hidden =
  "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u2028\\u2029\\u2800\\u3164\\uFE00-\\uFE0F\\uFFA0\\u{E0100}-\\u{E01EF}]"
const parts = new RegExp(`(${emoji})|([\\n\\t])|(${hidden})`, "gu")

/** Separates invisible characters (zero-width, control, direction, tag), so that they can be marked. */
export function divide(text: string): readonly Seen[] {
  const seen: Seen[] = []
  let from = 0
  for (const found of text.matchAll(parts)) {
    const character = found[3]
    if (character === undefined) continue
    if (found.index > from) seen.push({ text: text.slice(from, found.index), isInvisible: false })
    seen.push({ text: nameOf(character), isInvisible: true })
    from = found.index + character.length
  }
  if (from < text.length) seen.push({ text: text.slice(from), isInvisible: false })
  return seen
}

const nameOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`

const tricks = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu

/** Removes characters that reorder or hide text; newlines and tabs stay. */
export function withoutTricks(text: string): string {
  return text.replace(tricks, (character) => (character === "\n" || character === "\t" ? character : ""))
}
