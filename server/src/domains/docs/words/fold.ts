/** Letters that stand for others, and that no decomposition takes apart. */
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
  "\u0640": "", // lengthens a line of Arabic, and is no letter
}
const anyAlike = new RegExp(`[${Object.keys(alike).join("")}]`, "g")
const plain = /^[ -~]*$/
/** Made when first needed, since it is slow to make. */
let leftOut: RegExp | undefined

/**
 * Converts a word to the form in which words are compared: look-alike letters become the same (NFKC), all in lower
 * case, without diacritics, vowel points and invisible characters. It is done here so that both databases agree.
 */
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

/** Not the marks of kana, nor the breve of й and ў, which make other letters. */
function whatIsLeftOut(): RegExp {
  const scripts = "[\\p{sc=Inherited}\\p{sc=Hebrew}\\p{sc=Arabic}\\p{sc=Greek}\\p{sc=Cyrillic}]"
  const marks = `[[\\p{M}&&${scripts}]--[\\u0306\\u3099\\u309a]]`
  return new RegExp(`${marks}|\\p{Default_Ignorable_Code_Point}|(?<![иу])\\u0306`, "gv")
}
