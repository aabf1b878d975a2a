import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type CharacterRange, covers, readCoverage } from "./font-coverage.ts"
import { scriptFonts } from "./script-fonts.ts"

export type Weight = 400 | 700

/** A file of a family, with the code points of its glyphs. */
export interface FontFile {
  readonly family: FamilyName
  readonly weight: Weight
  readonly coverage: readonly CharacterRange[]
  readonly data: Uint8Array
}

export type FamilyName = string

/** Families that Fontsource splits into many files by code point, with their packages. */
const manyFiles: Readonly<Record<FamilyName, string>> = {
  Inter: "@fontsource/inter",
  "Noto Sans JP": "@fontsource/noto-sans-jp",
  "Noto Sans KR": "@fontsource/noto-sans-kr",
  "Noto Sans SC": "@fontsource/noto-sans-sc",
}

const require = createRequire(import.meta.url)

/** A file that may have a wanted glyph. It may cover less than its list says. */
interface Subset {
  readonly path: string
  readonly claims: (codePoint: number) => boolean
}

const opened = new Map<string, FontFile>()
let openedBytes = 0
const subsets = new Map<FamilyName, readonly Subset[]>()

/** Finds the file of a family that has a glyph for a code point. Files are read when first needed. */
export function findFontFile(family: FamilyName, weight: Weight, codePoint: number): FontFile | undefined {
  for (const { path, claims } of subsetsOf(family)) {
    if (!claims(codePoint)) continue
    const file = openFile(family, weight, path)
    if (covers(file.coverage, codePoint)) return file
  }
  return undefined
}

export function countFontBytes(): number {
  return openedBytes
}

export function forgetFontFiles(): void {
  opened.clear()
  openedBytes = 0
}

function openFile(family: FamilyName, asked: Weight, path: string): FontFile {
  const weight = regularOnly.has(family) ? 400 : asked
  const key = path.replace("{weight}", `${weight}`)
  let file = opened.get(key)
  if (!file) {
    const data = readFileSync(require.resolve(key))
    file = { family, weight, data, coverage: readCoverage(data) }
    opened.set(key, file)
    openedBytes += data.byteLength
  }
  return file
}

const regularOnly: ReadonlySet<FamilyName> = new Set(
  scriptFonts.filter(({ isRegularOnly }) => isRegularOnly).map(({ family }) => family),
)

function subsetsOf(family: FamilyName): readonly Subset[] {
  let known = subsets.get(family)
  if (!known) {
    const fontsource = manyFiles[family]
    known = fontsource ? readSubsets(fontsource) : [scriptSubset(family)]
    subsets.set(family, known)
  }
  return known
}

/** The only file of a family with its script; the others repeat Latin. It is small, so it is opened directly. */
function scriptSubset(family: FamilyName): Subset {
  const name = family.toLowerCase().replaceAll(" ", "-")
  const script = name.replace(/^noto-(?:sans|serif)-/, "")
  return { path: `@fontsource/${name}/files/${name}-${script}-{weight}-normal.woff2`, claims: () => true }
}

/** Lists the files of a family; Fontsource splits it by code point and describes that in `unicode.json`. */
function readSubsets(fontsource: string): Subset[] {
  const ranges: Record<string, string> = require(`${fontsource}/unicode.json`)
  const name = fontsource.slice(fontsource.indexOf("/") + 1)
  return Object.entries(ranges).map(([subset, range]) => {
    const claimed = readUnicodeRange(range)
    return {
      path: `${fontsource}/files/${name}-${subset.replace(/[[\]]/g, "")}-{weight}-normal.woff2`,
      claims: (codePoint) => covers(claimed, codePoint),
    }
  })
}

/** Reads a CSS `unicode-range` without wildcards into sorted ranges. */
function readUnicodeRange(text: string): CharacterRange[] {
  return text
    .split(",")
    .map((range): CharacterRange => {
      const [first = "", last = first] = range.trim().slice("U+".length).split("-")
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    })
    .sort((left, right) => left[0] - right[0])
}
