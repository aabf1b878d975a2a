import { profiles } from "./with-profile.ts"

/** A picture of 16 × 16 pixels, the left half red and the right half blue, as a frame of AV1. */
const frame = Buffer.from("12000a08380cffda404341a4321c45e098c130924924ca000001008e11ccec8ec2d8961f3519b0dcfc94", "hex")

export const heifBox = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, "latin1"), body])
}

const full = (type: string, version: number, ...parts: readonly Buffer[]) => heifBox(type, u32(version << 24), ...parts)

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const u16 = (value: number) => u32(value).subarray(2)

interface Item {
  /** Of four letters: `av01`, `Exif`, `mime`. */
  type: string
  bytes: Buffer
  /** Its bytes are in the description, not in the media's box. */
  isInner?: boolean
  /** It is a smaller picture of the first item. */
  isThumbnail?: boolean
}

interface Described {
  brand?: string
  items: readonly Item[]
  /** Whether the pixels come before the description. */
  isLast?: boolean
  /** Boxes after those of the picture. */
  after?: readonly Buffer[]
  /** Numbers of items have four bytes, and places eight. */
  isLong?: boolean
}

/** An AVIF or a HEIC (ISO/IEC 23008-12) with these items; the first one is the picture. */
export function heif({ brand = "avif", items, isLast = false, after = [], isLong = false }: Described): Buffer {
  const type = heifBox("ftyp", Buffer.from(`${brand}\0\0\0\0${brand}mif1`, "latin1"))
  const outer = items.filter(({ isInner }) => !isInner)
  const media = heifBox("mdat", ...outer.map(({ bytes }) => bytes))
  const place = (mediaAt: number) => description({ items, mediaAt, isLong })
  const length = place(0).length
  const parts = isLast ? [type, media, place(type.length + 8)] : [type, place(type.length + length + 8), media]
  return Buffer.concat([...parts, ...after])
}

function description({ items, mediaAt, isLong }: { items: readonly Item[]; mediaAt: number; isLong: boolean }): Buffer {
  const id = (at: number) => (isLong ? u32(at + 1) : u16(at + 1))
  const offset = (at: number) => (isLong ? Buffer.concat([u32(0), u32(at)]) : u32(at))
  let [inFile, inner] = [mediaAt, 0]
  const places = items.map(({ bytes, isInner = false }, at) => {
    const from = isInner ? inner : inFile
    if (isInner) inner += bytes.length
    else inFile += bytes.length
    return Buffer.concat([id(at), u16(isInner ? 1 : 0), u16(0), u16(1), offset(from), offset(bytes.length)])
  })
  const infos = items.map(({ type }, at) => {
    const kind = type === "mime" ? "application/rdf+xml\0" : ""
    return full("infe", isLong ? 3 : 2, id(at), u16(0), Buffer.from(`${type}\0${kind}`, "latin1"))
  })
  const inside = items.filter(({ isInner }) => isInner).map(({ bytes }) => bytes)
  const references = items.flatMap(({ type, isThumbnail }, at) => {
    if (at === 0) return []
    return [heifBox(isThumbnail ? "thmb" : type === "av01" ? "auxl" : "cdsc", id(at), u16(1), id(0))]
  })
  return full(
    "meta",
    0,
    full("hdlr", 0, u32(0), Buffer.from("pict"), Buffer.alloc(13)),
    full("pitm", isLong ? 1 : 0, id(0)),
    full(
      "iloc",
      isLong ? 2 : 1,
      u16(isLong ? 0x8800 : 0x4400),
      isLong ? u32(items.length) : u16(items.length),
      ...places,
    ),
    full("iinf", isLong ? 1 : 0, isLong ? u32(items.length) : u16(items.length), ...infos),
    full("iref", isLong ? 1 : 0, ...references),
    heifBox(
      "iprp",
      heifBox("ipco", ...properties),
      full("ipma", isLong ? 1 : 0, u32(1), id(0), Buffer.from([5, 1, 2, 0x83, 4, 0x85])),
    ),
    ...(inside.length === 0 ? [] : [heifBox("idat", ...inside)]),
  )
}

/** Its size, its depth, how it is decoded, its colours, and a quarter turn to the left. */
const properties = [
  full("ispe", 0, u32(16), u32(16)),
  full("pixi", 0, Buffer.from([3, 8, 8, 8])),
  heifBox("av1C", Buffer.from("81200000", "hex")),
  heifBox("colr", Buffer.from("prof"), profiles.displayP3),
  heifBox("irot", Buffer.from([1])),
]

export const pictureItem: Item = { type: "av01", bytes: frame }

/** Exif's data after the number of bytes before it. */
export const exifItem = (exif: Buffer): Item => ({ type: "Exif", bytes: Buffer.concat([u32(0), exif]) })
