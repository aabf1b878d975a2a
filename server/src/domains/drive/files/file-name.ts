/** The longest name, in characters. Systems accept 255 bytes or 255 UTF-16 units, which are never more characters. */
export const longestFileName = 255

/** Control characters, and the bidi controls that make `gpj.exe` look like `exe.jpg`. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu

/** Converts a name to its stored form: a path's last part, in NFC, without invisible characters, never empty. */
export function toFileName(text: string): string {
  const name = lastVisible(text)
  return isNameless(name) ? "file" : name
}

/** Whether a name has only points, which mean folders on every system, and invisible characters. */
export const isNameless = (text: string) => /^[.\s\p{Default_Ignorable_Code_Point}]*$/u.test(lastVisible(text))

function lastVisible(text: string): string {
  const last = text.toWellFormed().normalize("NFC").replace(invisible, "").split(/[/\\]/).at(-1) ?? ""
  return last.trim()
}

/** The last part of a name, which says its kind: `.txt`, `.tar.gz`. A name that begins with a point has none. */
const ending = /(?<=[^.])(\.tar)?\.[^.\s]{1,16}$/i

/** A new name for a file whose name is taken: `a.txt` becomes `a (2).txt`. Shortened to the longest allowed. */
export function withNumber(name: string, number: number): string {
  const fits = fitsBytes(name) ? fitsBytes : (text: string) => [...text].length <= longestFileName
  return shortened(name, ` (${number})`, fits)
}

/** Shortens a name to the bytes that file systems accept, and keeps its ending. */
export const cutToBytes = (name: string): string => shortened(name, "", fitsBytes)

/** Puts `addition` before the ending of a name, and shortens the part before it until the name fits. */
function shortened(name: string, addition: string, fits: (name: string) => boolean): string {
  const kind = ending.exec(name)?.[0] ?? ""
  const stem = [...name.slice(0, name.length - kind.length)]
  while (!fits(stem.join("") + addition + kind)) stem.pop()
  return stem.join("") + addition + kind
}

const fitsBytes = (name: string) => Buffer.byteLength(name) <= 255

export async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  let free = name
  for (let number = 2; await isTaken(free); number += 1) free = withNumber(name, number)
  return free
}
