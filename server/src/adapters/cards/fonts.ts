import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { covers, type Range, readCoverage } from "./font-coverage.ts"

export type Weight = 400 | 700

/** One file of a family, with the code points that it has glyphs for. */
export interface FontFile {
  readonly family: FamilyName
  readonly weight: Weight
  readonly coverage: readonly Range[]
  readonly data: Uint8Array
}

export type FamilyName = keyof typeof packages

/** Every family, and the package that its files come from. */
const packages = {
  Inter: "@fontsource/inter",
  "Noto Sans Arabic": "@fontsource/noto-sans-arabic",
  "Noto Sans Hebrew": "@fontsource/noto-sans-hebrew",
  "Noto Sans Devanagari": "@fontsource/noto-sans-devanagari",
  "Noto Sans Thai": "@fontsource/noto-sans-thai",
  "Noto Sans JP": "@fontsource/noto-sans-jp",
  "Noto Sans KR": "@fontsource/noto-sans-kr",
  "Noto Sans SC": "@fontsource/noto-sans-sc",
  Twemoji: "twemoji-colr-font",
} as const

const require = createRequire(import.meta.url)

/** A file that may be worth opening: what it is said to cover is more than what it covers. */
interface Subset {
  readonly path: string
  readonly claimed: readonly Range[]
}

const opened = new Map<string, FontFile>()
const subsets = new Map<FamilyName, readonly Subset[]>()

/** The file of a family that has a glyph for a code point, or undefined. A file is read when it is first asked for. */
export function findFontFile(family: FamilyName, weight: Weight, codePoint: number): FontFile | undefined {
  for (const subset of subsetsOf(family)) {
    if (!covers(subset.claimed, codePoint)) continue
    const file = openFile(family, weight, subset.path)
    if (covers(file.coverage, codePoint)) return file
  }
  return undefined
}

/** Forgets every file that was read, to give the memory back. */
export function forgetFontFiles(): void {
  opened.clear()
}

function openFile(family: FamilyName, weight: Weight, path: string): FontFile {
  const key = `${path} ${weight}`
  let file = opened.get(key)
  if (!file) {
    const data = readFileSync(require.resolve(path.replace("{weight}", `${weight}`)))
    file = { family, weight, data, coverage: readCoverage(data) }
    opened.set(key, file)
  }
  return file
}

function subsetsOf(family: FamilyName): readonly Subset[] {
  let known = subsets.get(family)
  if (!known) {
    known = family === "Twemoji" ? twemoji : readSubsets(packages[family])
    subsets.set(family, known)
  }
  return known
}

const twemoji: Subset[] = [{ path: "twemoji-colr-font/twemoji.woff2", claimed: [[0, 0x10ffff]] }]

/** Fontsource cuts a family into files by code point and lists them in `unicode.json`. */
function readSubsets(fontsource: string): Subset[] {
  const ranges: Record<string, string> = require(`${fontsource}/unicode.json`)
  const name = fontsource.slice(fontsource.indexOf("/") + 1)
  return Object.entries(ranges).map(([subset, range]) => ({
    path: `${fontsource}/files/${name}-${subset.replace(/[[\]]/g, "")}-{weight}-normal.woff2`,
    claimed: readUnicodeRange(range),
  }))
}

/** Reads a CSS `unicode-range` without wildcards into sorted ranges. */
function readUnicodeRange(text: string): Range[] {
  return text
    .split(",")
    .map((range): Range => {
      const [first = "", last = first] = range.trim().slice("U+".length).split("-")
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    })
    .sort((left, right) => left[0] - right[0])
}
