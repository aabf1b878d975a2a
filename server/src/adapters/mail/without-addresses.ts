const mostWords = 300
/** The number of characters that are searched: the search for addresses takes the square of the length. */
const mostRead = 1_000

/** Removes addresses and what cannot be shown. A server may name a reader by the part before the @ alone. */
export function withoutAddresses(words: string, to = ""): string {
  const local = to.slice(0, to.lastIndexOf("@"))
  const read = words.length > mostRead ? words.slice(0, mostRead).replace(/\S*$/, "") : words
  const named = local === "" ? read : ["<>", '""', "''"].reduce((left, pair) => replaceNamed(left, local, pair), read)
  return named
    .replace(/[^\s<>()[\]"',;:=]*@[^\s<>()"',;]+/g, "…")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, mostWords)
}

const replaceNamed = (words: string, local: string, [open = "", end = ""]: string) =>
  words.replaceAll(`${open}${local}${end}`, `${open}…${end}`)
