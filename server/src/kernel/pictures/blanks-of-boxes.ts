import type { Blank, Window } from "./stored-file.ts"

const most = { boxes: 1_000, bytes: 4_000_000 }

/**
 * Finds the metadata of an AVIF or a HEIC: items of Exif and XMP, thumbnails, user data, and all boxes without pixels,
 * such as the film of a motion photo.
 */
export async function findBlanks(window: Window): Promise<Blank[]> {
  const blanks: Blank[] = []
  let at = 0
  try {
    for (let boxes = 0; boxes < most.boxes; boxes += 1) {
      const header = await window(at, 16)
      if (header.length === 0) return blanks
      const box = readHeader(header)
      blanks.push(...(await blanksOf(box, at, window)))
      at += box.size
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error // a box ends before its parts do
  }
  return [...blanks, { start: at, end: Number.POSITIVE_INFINITY }]
}

async function blanksOf({ type, size, headerBytes }: Header, at: number, window: Window): Promise<Blank[]> {
  if (type === "ftyp" || type === "mdat") return []
  if (type !== "meta" && type !== "moov") return freeBox({ at, body: at + headerBytes, end: at + size })
  if (size > most.bytes) throw new RangeError("The box is too large.")
  return blanksIn(type, await window(at, size)).map((blank) => moved(blank, at))
}

const moved = ({ start, end, isInFile, ...blank }: Found, by: number): Blank =>
  isInFile ? { start, end, ...blank } : { start: start + by, end: end + by, ...blank }

/** `isInFile`: its place is counted from the file's beginning, not from the box's. */
type Found = Blank & { isInFile?: boolean }

interface Header {
  readonly type: string
  readonly size: number
  readonly headerBytes: number
}

/** ISO/IEC 14496-12 §4.2: a size of zero reaches to the file's end, and one of 1 is followed by a longer number. */
function readHeader(bytes: Buffer): Header {
  const short = bytes.readUInt32BE(0)
  const headerBytes = short === 1 ? 16 : 8
  const size = short === 1 ? Number(bytes.readBigUInt64BE(8)) : short || Number.POSITIVE_INFINITY
  if (size < headerBytes) throw new RangeError("The box is smaller than its header.")
  return { type: bytes.toString("latin1", 4, 8), size, headerBytes }
}

interface Box {
  readonly type: string
  readonly at: number
  readonly body: number
  readonly end: number
}

function boxesIn(bytes: Buffer, from: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= bytes.length && boxes.length < most.boxes; ) {
    const { type, size, headerBytes } = readHeader(bytes.subarray(at))
    const end = Math.min(at + size, bytes.length)
    boxes.push({ type, at, body: at + headerBytes, end })
    at = end
  }
  return boxes
}

function freeBox({ at, body, end }: Omit<Box, "type">): Found[] {
  return [
    { start: at + 4, end: at + 8, put: Buffer.from("free") },
    { start: body, end },
  ]
}

const keptInMeta = ["hdlr", "pitm", "iloc", "iinf", "iref", "iprp", "idat", "dinf", "grpl"]
const userData = ["udta", "uuid", "free", "skip"]

/** Places are counted from the beginning of `bytes`. */
function blanksIn(type: string, bytes: Buffer): Found[] {
  const { headerBytes } = readHeader(bytes)
  if (type === "meta") {
    const boxes = boxesIn(bytes, headerBytes + 4)
    return [...blankItems(bytes, boxes), ...boxes.filter(({ type }) => !keptInMeta.includes(type)).flatMap(freeBox)]
  }
  return boxesIn(bytes, headerBytes).flatMap((box) => {
    if (userData.includes(box.type)) return freeBox(box)
    if (!["trak", "meta"].includes(box.type)) return []
    return blanksIn(box.type, bytes.subarray(box.at, box.end)).map((found) =>
      found.isInFile ? found : { ...moved(found, box.at) },
    )
  })
}

function blankItems(bytes: Buffer, boxes: readonly Box[]): Found[] {
  const bodyOf = (name: string) => {
    const box = boxes.find(({ type }) => type === name)
    return box && bytes.subarray(box.body, box.end)
  }
  const hidden = new Map([...talkingItems(bodyOf("iinf")), ...thumbnails(bodyOf("iref"))])
  const inner = boxes.find(({ type }) => type === "idat")?.body ?? 0
  return placesOf(bodyOf("iloc")).flatMap(({ id, isInner, start, size }) => {
    if (!hidden.has(id)) return []
    const from = isInner ? inner + start : start
    const isExif = hidden.get(id) === "Exif" && size >= noExif.length
    return [{ start: from, end: from + size, isInFile: !isInner, ...(isExif && { put: noExif }) }]
  })
}

/** Exif's data without an entry, after the number of bytes before it (ISO/IEC 23008-12 §A.2.1). */
const noExif = Buffer.from("0000000049492a0008000000000000000000", "hex")

function openNumbers(bytes: Buffer, start: number): (size: number) => number {
  let at = start
  return (size) => {
    at += size
    if (size === 8) return Number(bytes.readBigUInt64BE(at - 8))
    return size === 0 ? 0 : bytes.readUIntBE(at - size, size)
  }
}

/** ISO/IEC 14496-12 §8.11.6: the items of Exif, XMP and other texts. */
function talkingItems(iinf: Buffer | undefined): [id: number, type: string][] {
  if (!iinf) return []
  const from = iinf.readUInt8(0) === 0 ? 6 : 8
  return boxesIn(iinf, from).flatMap(({ body, end }) => {
    const item = iinf.subarray(body, end)
    const idBytes = item.readUInt8(0) >= 3 ? 4 : 2
    const type = item.toString("latin1", 6 + idBytes, 10 + idBytes)
    return ["Exif", "mime", "uri "].includes(type) ? [[item.readUIntBE(4, idBytes), type]] : []
  })
}

/** ISO/IEC 14496-12 §8.11.12: each reference leads from an item to others. */
function thumbnails(iref: Buffer | undefined): [id: number, type: string][] {
  if (!iref) return []
  const idBytes = iref.readUInt8(0) === 0 ? 2 : 4
  return boxesIn(iref, 4).flatMap(({ type, body }) => (type === "thmb" ? [[iref.readUIntBE(body, idBytes), type]] : []))
}

interface Place {
  readonly id: number
  readonly isInner: boolean
  readonly start: number
  readonly size: number
}

/** ISO/IEC 14496-12 §8.11.3. */
function placesOf(iloc: Buffer | undefined): Place[] {
  if (!iloc) return []
  const version = iloc.readUInt8(0)
  const sizes = iloc.readUInt16BE(4)
  const [offsetBytes, sizeBytes, baseBytes, indexBytes] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 15) as [
    number,
    number,
    number,
    number,
  ]
  const next = openNumbers(iloc, 6)
  const idBytes = version < 2 ? 2 : 4
  const places: Place[] = []
  for (let items = next(idBytes); items > 0; items -= 1) {
    const id = next(idBytes)
    const isInner = version > 0 && (next(2) & 15) === 1
    next(2)
    const base = next(baseBytes)
    for (let extents = next(2); extents > 0; extents -= 1) {
      if (version > 0) next(indexBytes)
      const start = base + next(offsetBytes)
      places.push({ id, isInner, start, size: next(sizeBytes) })
    }
  }
  return places
}
