import type { CardText } from "./card-layout.ts"
import { type Emoji, findEmoji } from "./emoji.ts"
import { type FamilyName, type FontFile, findFontFile, type Weight } from "./fonts.ts"
import { emojiPlace } from "./paragraph.ts"
import { letterOf, scriptFamiliesFor, scriptFonts } from "./script-fonts.ts"

export interface SetText extends CardText {
  readonly fonts: ReadonlySet<FontFile>
}

/** The order in which families are searched for a glyph, and the language for line breaking. */
export interface Typesetting {
  readonly lang: "en" | "ja" | "ko" | "zh-Hans"
  readonly families: readonly FamilyName[]
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })
const ascii = /^[ -~]*$/
const asksForEmoji = /\p{Emoji_Presentation}|\p{Emoji_Modifier}|\ufe0f|\u200d|\u20e3/u
const asksForText = /\ufe0e/
const ignorable = /\p{Default_Ignorable_Code_Point}/u
const tall = letterOf(scriptFonts.filter(({ isAlphabet }) => !isAlphabet))
const untight = letterOf(scriptFonts)
const letter = /\p{L}/u
const rightToLeft = letterOf(scriptFonts.filter(({ isRightToLeft }) => isRightToLeft))
/** Characters that leave a bullet if no font can draw them. */
const drawable = /[\p{L}\p{N}\p{P}\p{S}]/u
const notDrawable = /[\p{Cn}\p{Co}\p{Cs}\p{Emoji_Component}\ufffc\ufffd]/u
const replacement = "•"

/**
 * Prepares a text for the bundled fonts. Characters that no font has are drawn in their compatibility form ("𝓐" as
 * "A"), or without marks. A run of letters that still cannot be drawn becomes a bullet. A card never shows the box of a
 * missing glyph; a text of only such letters is empty.
 */
export function setText(text: string, weight: Weight, { families }: Typesetting): SetText {
  const setting: Setting = { weight, families, fonts: new Set(), emoji: [] }
  const words = ascii.test(text) ? text : [...graphemes.segment(text)].map(({ segment }) => segment)
  let set = ""
  for (const grapheme of words) {
    const form = setGrapheme(grapheme, setting)
    if (form !== unknown) set += form
    else if (!set.endsWith(unknown)) set += unknown
  }
  const { fonts, emoji } = setting
  set = replaceUnknown(set.replace(/ {2,}/g, " ").trim(), setting)
  set = separateWords(set)
  const isTall = tall.test(set)
  return {
    text: set,
    direction: directionOf(set),
    isTall,
    isTight: emoji.length === 0 && !untight.test(set),
    fonts,
    emoji,
  }
}

/** Marks undrawable characters until the whole text is known. No text contains it. */
const unknown = "\ufffd"

function replaceUnknown(text: string, setting: Setting): string {
  if (!text.includes(unknown)) return text
  if (/^[\ufffd\p{P}\p{Z}]*$/u.test(text)) return ""
  return text.replaceAll(unknown, fontForm(replacement, setting) ?? "")
}

const spaceless = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const anySpaceless = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const spacelessWords = new Intl.Segmenter("th", { granularity: "word" })

/** Thai, Lao, Khmer and Burmese have no spaces between words. Adds zero width spaces where lines may break. */
function separateWords(text: string): string {
  if (!anySpaceless.test(text)) return text
  let separated = ""
  let wasWord = false
  for (const { segment, isWordLike = false } of spacelessWords.segment(text)) {
    separated += wasWord && isWordLike && spaceless.test(segment) ? `\u200b${segment}` : segment
    wasWord = isWordLike
  }
  return separated
}

/** Chooses by the text, so that Chinese characters have the style of the language around them. */
export function typesettingFor(text: string): Typesetting {
  const lang = languageOf(text)
  return { lang, families: ["Inter", ...scriptFamiliesFor(text), ...farEast[lang]] }
}

/** The families for Chinese characters, by the language of the text. */
const farEast: Readonly<Record<Typesetting["lang"], readonly FamilyName[]>> = {
  en: ["Noto Sans SC", "Noto Sans JP", "Noto Sans KR"],
  ja: ["Noto Sans JP", "Noto Sans SC", "Noto Sans KR"],
  ko: ["Noto Sans KR", "Noto Sans JP", "Noto Sans SC"],
  "zh-Hans": ["Noto Sans SC", "Noto Sans JP", "Noto Sans KR"],
}

function languageOf(text: string): Typesetting["lang"] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja"
  if (/\p{Script=Hangul}/u.test(text)) return "ko"
  return /\p{Script=Han}/u.test(text) ? "zh-Hans" : "en"
}

interface Setting {
  readonly weight: Weight
  readonly families: readonly FamilyName[]
  readonly fonts: Set<FontFile>
  readonly emoji: Emoji[]
}

/** Returns what is drawn for a grapheme: text, emoji places, `unknown`, or nothing. */
function setGrapheme(grapheme: string, setting: Setting): string {
  const isEmoji = asksForEmoji.test(grapheme) && !asksForText.test(grapheme)
  return (
    (isEmoji ? emojiForm(grapheme, setting) : undefined) ??
    fontForm(grapheme, setting) ??
    emojiForm(grapheme, setting) ??
    (drawable.test(grapheme) && !notDrawable.test(grapheme) ? unknown : "")
  )
}

/** The places for a grapheme's emoji images: one, or one for each part if there is no image of the whole. */
function emojiForm(grapheme: string, { emoji }: Setting): string | undefined {
  const whole = findEmoji(grapheme)
  const parts = whole ? [whole] : grapheme.split("\u200d").flatMap((part) => findEmoji(part) ?? emojiIn(part))
  if (parts.length === 0) return undefined
  emoji.push(...parts)
  return emojiPlace.repeat(parts.length)
}

function emojiIn(part: string): Emoji[] {
  return Array.from(part, findEmoji).filter((emoji) => emoji !== undefined)
}

/** The form of a grapheme that fonts can draw, whose files are recorded. Undefined when there is none. */
function fontForm(grapheme: string, setting: Setting): string | undefined {
  for (const form of formsOf(grapheme)) {
    const files = filesFor(form, setting)
    if (!files) continue
    for (const file of files) setting.fonts.add(file)
    return form
  }
  return undefined
}

function* formsOf(grapheme: string): Generator<string> {
  yield grapheme
  yield grapheme.normalize("NFKC")
  yield grapheme.normalize("NFKD").replace(/\p{M}/gu, "")
}

/** The files that draw all code points of a text. Undefined when no font has one of them. */
function filesFor(text: string, { families, weight }: Setting): FontFile[] | undefined {
  const files: FontFile[] = []
  for (const character of text) {
    if (character > "\u007f" && ignorable.test(character)) continue
    const file = findFirst(families, weight, character.codePointAt(0) as number)
    if (!file) return undefined
    files.push(file)
  }
  return files
}

function findFirst(families: readonly FamilyName[], weight: Weight, codePoint: number): FontFile | undefined {
  for (const family of families) {
    const file = findFontFile(family, weight, codePoint)
    if (file) return file
  }
  return undefined
}

/** The direction of the first letter (Unicode Standard Annex 9, rule P2). */
function directionOf(text: string): "ltr" | "rtl" {
  return rightToLeft.test(letter.exec(text)?.[0] ?? "") ? "rtl" : "ltr"
}
