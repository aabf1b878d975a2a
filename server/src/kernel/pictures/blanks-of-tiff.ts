import type { Blank, Window } from "./stored-file.ts"

const most = { directories: 50, entries: 1_000 }

/** The tags of TIFF 6.0, of its supplements and of DNG that concern the pixels. */
const keptTags = [
  [254, 259],
  [262, 266],
  [273, 274],
  [277, 284],
  [290, 297],
  [301, 301],
  [317, 347],
  [512, 532],
  [33_421, 33_422],
  [34_675, 34_675],
  [50_706, 50_733],
  [50_738, 50_739],
  [50_778, 50_780],
] as const

const isKept = (tag: number) => keptTags.some(([from, to]) => from <= tag && tag <= to)

const subDirectories = 330
const ownDirectories = [34_665, 34_853, 40_965]

const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

export async function findTiffBlanks(window: Window): Promise<Blank[]> {
  const header = await window(0, 8)
  if (header.length < 8) return []
  const tiff = { window, ...numbersOf(header) }
  const blanks: Blank[] = []
  const seen = new Set([0])
  const waiting: Found[] = [{ at: tiff.u32(header, 4), isOwn: false }]
  for (let next = waiting.shift(); next && seen.size <= most.directories; next = waiting.shift()) {
    if (seen.has(next.at)) continue
    seen.add(next.at)
    const { found, below } = await readEntries(tiff, next)
    blanks.push(...found)
    waiting.push(...below)
  }
  return blanks
}

async function readEntries(tiff: Tiff, { at, isOwn }: Found): Promise<{ found: Blank[]; below: Found[] }> {
  const { entries, following, ...place } = await readDirectory(tiff, at)
  const found: Blank[] = isOwn ? [place] : []
  const below: Found[] = isOwn ? [] : [{ at: following, isOwn }]
  for (const entry of entries) {
    const directories = await directoriesOf(tiff, entry)
    if (directories) below.push(...directories)
    else if (isOwn || !isKept(entry.tag)) found.push({ start: entry.start, end: entry.end })
  }
  return { found, below }
}

interface Found {
  readonly at: number
  readonly isOwn: boolean
}

interface Tiff extends ReturnType<typeof numbersOf> {
  readonly window: Window
}

function numbersOf(header: Buffer) {
  const isLittle = header[0] === 0x49
  return {
    u16: (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    u32: (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
  }
}

/** TIFF 6.0 §2: a count, the entries, and the place of the following directory. */
async function readDirectory({ window, u16, u32 }: Tiff, start: number) {
  const head = await window(start, 2)
  const count = head.length < 2 ? 0 : Math.min(u16(head, 0), most.entries)
  const table = await window(start + 2, 12 * count + 4)
  const whole = Math.min(count, Math.floor(table.length / 12))
  const entries = Array.from({ length: whole }, (_, place) => {
    const at = 12 * place
    const values = u32(table, at + 4)
    const size = (typeBytes[u16(table, at + 2)] ?? 1) * values
    const value = u32(table, at + 8)
    const from = size > 4 ? value : start + 2 + at + 8
    return { tag: u16(table, at), values, value, start: from, end: from + size }
  })
  const isWhole = count > 0 && table.length === 12 * count + 4
  return { entries, following: isWhole ? u32(table, 12 * count) : 0, start, end: start + 2 + table.length }
}

/** The directories that an entry leads to; undefined for an entry that leads to none. */
async function directoriesOf({ window, u32 }: Tiff, entry: Entry): Promise<Found[] | undefined> {
  const { tag, value, values, start } = entry
  if (ownDirectories.includes(tag)) return [{ at: value, isOwn: true }]
  if (tag !== subDirectories) return undefined
  const places = await window(start, 4 * Math.min(values, most.directories))
  return Array.from({ length: Math.floor(places.length / 4) }, (_, at) => ({ at: u32(places, 4 * at), isOwn: false }))
}

type Entry = Awaited<ReturnType<typeof readDirectory>>["entries"][number]
