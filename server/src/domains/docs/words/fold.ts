/** Letters with equivalents that no Unicode decomposition gives. */
const alike: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ħ: "h",
  ı: "i",
  ς: "σ",
  "\u0640": "", // the Arabic tatweel, which only lengthens a line
}
const anyAlike = new RegExp(`[${Object.keys(alike).join("")}]`, "g")
const plain = /^[ -~]*$/
/** Compiled on first use, because that is slow. */
let leftOut: RegExp | undefined

/** NFKC, lower case, without diacritics, vowel points, invisible characters. Done here, so both databases agree. */
export function fold(word: string): string {
  if (plain.test(word)) return word.toLowerCase()
  leftOut ??= whatIsLeftOut()
  return word
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(leftOut, "")
    .normalize("NFC")
    .replace(anyAlike, (letter) => alike[letter] ?? letter)
}

/** Excludes the marks of kana and the breve of й and ў, which form other letters. */
function whatIsLeftOut(): RegExp {
  const scripts = "[\\p{sc=Inherited}\\p{sc=Hebrew}\\p{sc=Arabic}\\p{sc=Greek}\\p{sc=Cyrillic}]"
  const marks = `[[\\p{M}&&${scripts}]--[\\u0306\\u3099\\u309a]]`
  return new RegExp(`${marks}|\\p{Default_Ignorable_Code_Point}|(?<![иу])\\u0306`, "gv")
}
