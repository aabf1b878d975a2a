/** Made when first needed, like all the emoji below: both take a while, and the server starts without. */
let graphemes: Intl.Segmenter | undefined
let anyEmoji: RegExp | undefined
const emojiPart = /\p{Emoji}/u
/** Most emoji are one code point; the list of all those that are more takes 30 ms to compile. */
const oneCodePoint = /^[\p{Emoji_Presentation}--\p{Regional_Indicator}]$/v
const plain = /^[ -~]*$/
const spaces = /[\s\p{Z}\u0085\u200b]+/gu
/** Controls, lone surrogates, private and unassigned code points, and everything invisible, bidi controls and tags included. */
const unwanted = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu
/** Invisible, but Persian and Indic words are spelt with them; a variation selector asks for text or emoji. */
const spelling = /\u200c|\u200d|\ufe0e|\ufe0f/u
const onlySpelling = /^(?:\u200c|\u200d|\ufe0e|\ufe0f)*$/u
const marks = /\p{M}/u
/** Marks that belong to no script, and so may be heaped on any letter. */
const strayMarks = /\p{Script=Inherited}/u

const marksLimit = 4
const strayMarksLimit = 2

/**
 * Makes text that a stranger wrote fit to be drawn, or to be handed to a model: normalised (NFC), on one line, without
 * anything that steers the text around it, with a limited heap of marks on each letter, and of at most `limit`
 * graphemes, the last of which is an ellipsis when there were more.
 */
export function cleanText(text: string, limit: number): string {
  const line = text.normalize("NFC").replace(spaces, " ").trim()
  if (plain.test(line) && line.length <= limit) return line
  const kept: string[] = []
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" })
  for (const { segment } of graphemes.segment(line)) {
    const clean = cleanGrapheme(segment)
    if (clean === "" || (clean === " " && kept.at(-1) === " ")) continue
    if (kept.length === limit) return `${kept.slice(0, -1).join("").trimEnd()}…`
    kept.push(clean)
  }
  return kept.join("").trim()
}

/** Tells whether text is exactly one emoji, as Unicode lists them. */
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
  let kept = ""
  for (const character of grapheme) {
    if (marks.test(character)) {
      if (kept.endsWith(character) || all === marksLimit || (strayMarks.test(character) && stray === strayMarksLimit))
        continue
      all += 1
      if (strayMarks.test(character)) stray += 1
    }
    kept += character
  }
  return kept
}
