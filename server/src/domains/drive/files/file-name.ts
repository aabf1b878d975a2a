export const longestFileName = 200

/** Control characters, and the bidi controls that make `gpj.exe` look like `exe.jpg`. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu

/** Converts a name to its stored form: a path's last part, in NFC, without invisible characters, never empty. */
export function toFileName(text: string): string {
  const last = text.toWellFormed().normalize("NFC").replace(invisible, "").split(/[/\\]/).at(-1) ?? ""
  const name = last.trim().replace(/^\.+$/, "")
  return name === "" ? "file" : name
}

/** A new name for a file whose name is taken: `a.txt` becomes `a (2).txt`. Shortened to the longest allowed. */
export function withNumber(name: string, number: number): string {
  const ending = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? ""
  const stem = [...name.slice(0, name.length - ending.length)]
  const suffix = ` (${number})${ending}`
  return stem.slice(0, longestFileName - [...suffix].length).join("") + suffix
}

export async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  let free = name
  for (let number = 2; await isTaken(free); number += 1) free = withNumber(name, number)
  return free
}
