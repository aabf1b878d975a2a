// The pages use this file, too, so it has no syntax or function that the oldest browsers lack.

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
  þ: "th",
  ς: "σ",
  ...{ ى: "ي", ی: "ي", ک: "ك", ة: "ه" }, // keyboards and spellings differ
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
  const marks = `(?=\\p{M})(?![\\u0306\\u3099\\u309a])${scripts}`
  return new RegExp(`${marks}|\\p{Default_Ignorable_Code_Point}|(?<![иу])\\u0306`, "gu")
}
