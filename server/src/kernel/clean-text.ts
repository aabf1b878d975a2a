/** Created at the first use, like the emoji pattern below: both are slow, and the start does not need them. */
let graphemes: Intl.Segmenter | undefined
let anyEmoji: RegExp | undefined
const emojiPart = /\p{Emoji}/u
/** Matches an emoji of one code point, as most are. The pattern for all others takes 30 ms to compile. */
const oneCodePoint = /^[\p{Emoji_Presentation}--\p{Regional_Indicator}]$/v
const plain = /^[ -~]*$/
const spaces = /[\s\p{Z}\u0085\u200b]+/gu
/** Controls, lone surrogates, private and unassigned code points, and invisible characters, including bidi and tags. */
const unwanted = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu
/** Invisible, but kept: joiners belong to the spelling of Persian and Indic words, variation selectors to emoji. */
const spelling = /\u200c|\u200d|\ufe0e|\ufe0f/u
const onlySpelling = /^(?:\u200c|\u200d|\ufe0e|\ufe0f)*$/u
const marks = /\p{M}/u
/** Marks that belong to no script, so that any number of them can be stacked on any letter. */
const strayMarks = /\p{Script=Inherited}/u

const marksLimit = 4
const strayMarksLimit = 2

/**
 * Makes text safe to draw or to pass to a model: NFC, one line, few marks on each letter, nothing that changes the text
 * around it. Text longer than `limit` graphemes is cut and ends with an ellipsis.
 */
export function cleanText(text: string, limit: number): string {
  const line = text.normalize("NFC").replace(spaces, " ").trim()
  if (plain.test(line)) return line.length <= limit ? line : `${line.slice(0, limit - 1).trimEnd()}…`
  const cleaned: string[] = []
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" })
  for (const { segment } of graphemes.segment(line)) {
    const clean = cleanGrapheme(segment)
    if (clean === "" || (clean === " " && cleaned.at(-1) === " ")) continue
    if (cleaned.length === limit) return `${cleaned.slice(0, -1).join("").trimEnd()}…`
    cleaned.push(clean)
  }
  return cleaned.join("").trim()
}

/** Whether text is exactly one emoji of Unicode's list (UTS #51). */
export function isEmoji(text: string): boolean {
  if (oneCodePoint.test(text)) return true
  if (!emojiPart.test(text)) return false
  anyEmoji ??= /^\p{RGI_Emoji}$/v
  return anyEmoji.test(text)
}

function cleanGrapheme(grapheme: string): string {
  if (isEmoji(grapheme)) return grapheme
  if (grapheme.startsWith(" ")) return " "
  const visible = grapheme.replace(unwanted, (character) => (spelling.test(character) ? character : ""))
  if (onlySpelling.test(visible)) return ""
  return marks.test(visible) ? limitMarks(visible) : visible
}

function limitMarks(grapheme: string): string {
  let all = 0
  let stray = 0
  let cleaned = ""
  for (const character of grapheme) {
    if (marks.test(character)) {
      if (
        cleaned.endsWith(character) ||
        all === marksLimit ||
        (strayMarks.test(character) && stray === strayMarksLimit)
      )
        continue
      all += 1
      if (strayMarks.test(character)) stray += 1
    }
    cleaned += character
  }
  return cleaned
}
