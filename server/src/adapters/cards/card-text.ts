import type { CardText } from "./card-layout.ts"
import { type FamilyName, type FontFile, findFontFile, type Weight } from "./fonts.ts"

export interface SetText extends CardText {
  /** What has to be registered before the text can be drawn. */
  readonly fonts: ReadonlySet<FontFile>
}

/** In which order families are asked for a glyph, and the language that line breaking follows. */
export interface Typesetting {
  readonly lang: "en" | "ja" | "ko" | "zh-Hans"
  readonly families: readonly FamilyName[]
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })
const ascii = /^[ -~]*$/
const emoji = /^(?:\p{RGI_Emoji}|[#*0-9]\u20e3|\p{Emoji_Presentation}.*)$/v
const anyEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
const ignorable = /\p{Default_Ignorable_Code_Point}/u
const tall = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]/u
const letter = /\p{L}/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Sets a text in the bundled fonts. What no font has is drawn in its compatibility form ("𝓐" as "A"), or without its
 * marks, or not at all: a card never shows the box of a missing glyph.
 */
export function setText(text: string, weight: Weight, { families }: Typesetting): SetText {
  const fonts = new Set<FontFile>()
  const words = ascii.test(text) ? text : [...graphemes.segment(text)].map(({ segment }) => segment)
  let set = ""
  for (const grapheme of words) {
    const { form, files } = setGrapheme(grapheme, weight, families)
    set += form
    for (const file of files) fonts.add(file)
  }
  set = separateWords(set.replace(/ {2,}/g, " ").trim())
  const isTall = tall.test(set)
  return { text: set, direction: directionOf(set), isTall, isTight: !isTall && !anyEmoji.test(set), fonts }
}

const thai = /\p{Script=Thai}/u
const thaiWords = new Intl.Segmenter("th", { granularity: "word" })

/** Thai has no spaces between words: a zero width space says where a line may break. */
function separateWords(text: string): string {
  if (!thai.test(text)) return text
  return [...thaiWords.segment(text)].map(({ segment }) => segment).join("\u200b")
}

const typesettings = {
  en: toTypesetting("en", ["Noto Sans SC", "Noto Sans JP", "Noto Sans KR"]),
  ja: toTypesetting("ja", ["Noto Sans JP", "Noto Sans SC", "Noto Sans KR"]),
  ko: toTypesetting("ko", ["Noto Sans KR", "Noto Sans JP", "Noto Sans SC"]),
  "zh-Hans": toTypesetting("zh-Hans", ["Noto Sans SC", "Noto Sans JP", "Noto Sans KR"]),
}

/** Chooses by the text, so that Chinese characters look as in the language around them. */
export function typesettingFor(text: string): Typesetting {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return typesettings.ja
  if (/\p{Script=Hangul}/u.test(text)) return typesettings.ko
  if (/\p{Script=Han}/u.test(text)) return typesettings["zh-Hans"]
  return typesettings.en
}

function toTypesetting(lang: Typesetting["lang"], han: FamilyName[]): Typesetting {
  const scripts = ["Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai"] as const
  return { lang, families: ["Inter", ...scripts, ...han, "Twemoji"] }
}

/** What a grapheme is drawn as, and with which files. */
interface Glyphs {
  readonly form: string
  readonly files: readonly FontFile[]
}

function setGrapheme(grapheme: string, weight: Weight, families: readonly FamilyName[]): Glyphs {
  const order = emoji.test(grapheme) ? (["Twemoji", ...families] as const) : families
  for (const form of formsOf(grapheme)) {
    const files = filesFor(form, weight, order)
    if (files) return { form, files }
  }
  return { form: "", files: [] }
}

function* formsOf(grapheme: string): Generator<string> {
  yield grapheme
  yield grapheme.normalize("NFKC")
  yield grapheme.normalize("NFKD").replace(/\p{M}/gu, "")
}

/** The files that draw every code point of a text, or undefined when one of them is in no font. */
function filesFor(text: string, weight: Weight, families: readonly FamilyName[]): FontFile[] | undefined {
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
