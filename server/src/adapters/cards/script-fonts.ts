export interface ScriptFont {
  /** The value of Unicode's `Script` property. */
  readonly script: string
  /** The name of the family here, and of its package at Fontsource. */
  readonly family: string
  readonly isRightToLeft: boolean
  /** Whether its letters are set like Latin ones: they do not join or stack, and have no marks far above or below. */
  readonly isAlphabet: boolean
  readonly isRegularOnly: boolean
}

type Trait = "rightToLeft" | "alphabet" | "regularOnly" | "serif"

/**
 * The scripts that at least a million people read, or that a country writes its language in (decision 012). Latin, Greek
 * and Cyrillic use Inter; Chinese characters, kana and hangul have families by language.
 */
const scripts: Readonly<Record<string, readonly Trait[]>> = {
  Arabic: ["rightToLeft"],
  Hebrew: ["rightToLeft"],
  Devanagari: [],
  Thai: [],
  Armenian: ["alphabet"],
  Bengali: [],
  Ethiopic: ["alphabet"],
  Georgian: ["alphabet"],
  Gujarati: [],
  Gurmukhi: [],
  Kannada: [],
  Khmer: [],
  Lao: [],
  Malayalam: [],
  Myanmar: [],
  Oriya: [],
  Sinhala: [],
  Tamil: [],
  Telugu: [],
  Thaana: ["rightToLeft"],
  Tibetan: ["serif"],
  Meetei_Mayek: [],
  Mongolian: ["regularOnly"],
  Ol_Chiki: ["alphabet"],
  Tifinagh: ["alphabet", "regularOnly"],
  Yi: ["alphabet", "regularOnly"],
}

export const scriptFonts: readonly ScriptFont[] = Object.entries(scripts).map(([script, traits]) => ({
  script,
  family: `Noto ${traits.includes("serif") ? "Serif" : "Sans"} ${script.replaceAll("_", " ")}`,
  isRightToLeft: traits.includes("rightToLeft"),
  isAlphabet: traits.includes("alphabet"),
  isRegularOnly: traits.includes("regularOnly"),
}))

/** A pattern that matches a letter of one of these scripts. */
export function letterOf(fonts: readonly Pick<ScriptFont, "script">[]): RegExp {
  return new RegExp(`[${fonts.map(({ script }) => `\\p{Script=${script}}`).join("")}]`, "u")
}

/** The font families that a text needs: first for its letters, then for signs that several scripts share. */
export function scriptFamiliesFor(text: string): string[] {
  const own = foreignLetter.test(text) ? scriptFonts.filter((font) => patternsOf(font).letters.test(text)) : []
  if (!sharedSign.test(text)) return own.map(({ family }) => family)
  const shared = scriptFonts.filter((font) => !own.includes(font) && patternsOf(font).signs.test(text))
  return [...own, ...shared].map(({ family }) => family)
}

const foreignLetter =
  /[^\p{Script=Common}\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Signs that several scripts share, such as the danda, the Arabic comma, and marks of recitation. */
const sharedSign = /[[\p{Script=Common}\p{Script=Inherited}]--[\p{scx=Common}\p{scx=Inherited}]]/v

const patterns = new Map<string, { letters: RegExp; signs: RegExp }>()

function patternsOf(font: ScriptFont): { letters: RegExp; signs: RegExp } {
  let known = patterns.get(font.script)
  if (!known) {
    known = { letters: letterOf([font]), signs: new RegExp(`\\p{Script_Extensions=${font.script}}`, "u") }
    patterns.set(font.script, known)
  }
  return known
}
