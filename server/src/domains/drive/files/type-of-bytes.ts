// biome-ignore-all lint/suspicious/noControlCharactersInRegex: files begin with such bytes.
import { Readable } from "node:stream"
import { encodingOf } from "#kernel/text/encoding.ts"

/** How many first bytes of a file tell its type. */
const headBytes = 4_096

/** How a kind of files begins, and the types that begin so; the first one counts for a name that says none of them. */
interface Beginning {
  readonly pattern: RegExp
  readonly types: readonly [string, ...string[]]
}

const office = "application/vnd.openxmlformats-officedocument"

/** The bytes are read as Latin-1: a letter for each byte. */
const beginnings: readonly Beginning[] = [
  { pattern: /^\x89PNG\r\n\x1a\n/, types: ["image/png"] },
  { pattern: /^\xff\xd8\xff/, types: ["image/jpeg"] },
  { pattern: /^GIF8[79]a/, types: ["image/gif"] },
  { pattern: /^RIFF.{4}WEBP/s, types: ["image/webp"] },
  { pattern: /^(II\*\0|MM\0\*)/, types: ["image/tiff"] },
  { pattern: /^8BPS\0[\x01\x02]/, types: ["image/vnd.adobe.photoshop"] },
  { pattern: /^\0\0.{2}ftyp(avi[fs]|(mif1|msf1).{0,40}avi[fs])/s, types: ["image/avif"] },
  { pattern: /^\0\0.{2}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s, types: ["image/heic"] },
  { pattern: /^\0\0.{2}ftypM4[AB] /s, types: ["audio/mp4"] },
  { pattern: /^\0\0.{2}ftypqt {2}/s, types: ["video/quicktime"] },
  {
    pattern: /^\0\0.{2}ftyp(avc1|dash|f4v |iso[m2-9]|m4v |mp4[12v]|msnv|mmp4|3g[2p])/is,
    types: ["video/mp4", "audio/mp4"],
  },
  { pattern: /^\0.{3}(moov|mdat|wide|free|skip)/s, types: ["application/octet-stream", "video/quicktime"] },
  { pattern: /^\x1aE\xdf\xa3.{0,60}webm/s, types: ["video/webm"] },
  { pattern: /^\x1aE\xdf\xa3/, types: ["video/x-matroska"] },
  { pattern: /^\0\0\x01[\xb3\xba]/, types: ["video/mpeg"] },
  { pattern: /^OggS.{24,60}(vorbis|OpusHead|Speex|FLAC)/s, types: ["audio/ogg"] },
  { pattern: /^fLaC/, types: ["audio/flac"] },
  { pattern: /^(ID3[\x02-\x04]|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/, types: ["audio/mpeg", "audio/aac", "audio/flac"] },
  { pattern: /^\xff[\xf0\xf1\xf8\xf9]/, types: ["audio/aac"] },
  { pattern: /^RIFF.{4}WAVE/s, types: ["audio/wav"] },
  { pattern: /^MThd\0/, types: ["audio/midi"] },
  { pattern: /^%PDF-/, types: ["application/pdf"] },
  { pattern: /^\{\\rtf/, types: ["application/rtf"] },
  { pattern: /^.{60}BOOKMOBI/s, types: ["application/x-mobipocket-ebook"] },
  {
    pattern: /^PK(\x03\x04|\x05\x06)/,
    types: [
      "application/zip",
      "application/epub+zip",
      `${office}.presentationml.presentation`,
      `${office}.spreadsheetml.sheet`,
      `${office}.wordprocessingml.document`,
    ],
  },
  {
    pattern: /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/,
    types: [
      "application/octet-stream",
      "application/msword",
      "application/vnd.ms-excel",
      "application/vnd.ms-powerpoint",
    ],
  },
  { pattern: /^7z\xbc\xaf'\x1c/, types: ["application/x-7z-compressed"] },
  { pattern: /^\x1f\x8b\x08/, types: ["application/gzip"] },
  { pattern: /^OTTO\0/, types: ["font/otf"] },
  { pattern: /^\0\x01\0\0\0/, types: ["font/ttf", "font/otf"] },
  { pattern: /^wOFF(\0\x01|OTTO|true)/, types: ["font/woff"] },
  { pattern: /^wOF2(\0\x01|OTTO|true)/, types: ["font/woff2"] },
]

/**
 * The type of a file by its first bytes. The name's type chooses between types with the same beginning, and names the
 * kind of a text. Plain bytes where neither fits, and for a text that begins as a page or a drawing does.
 */
export function typeOfBytes(head: Uint8Array, byName: string | undefined): string {
  const letters = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1")
  const found = beginnings.find(({ pattern }) => pattern.test(letters))
  if (found) return byName !== undefined && found.types.includes(byName) ? byName : found.types[0]
  const isText = byName === undefined || /^text\/|^application\/json$/.test(byName)
  if (!isText || isMarkup(letters, byName) || encodingOf(head, { isCut: head.length >= headBytes }) === undefined) {
    return "application/octet-stream"
  }
  return byName ?? "text/plain"
}

/** Markdown and other texts may begin with a tag of HTML, but a text without a known ending may not. */
function isMarkup(letters: string, byName: string | undefined): boolean {
  const start = letters
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "")
    .trimStart()
  if (byName === undefined) return start.startsWith("<")
  return /^<(!doctype|html|head|body|script|style|iframe|svg|\?xml)\b/i.test(start)
}

/** Passes an upload's bytes on, and keeps the first ones, which tell the file's type. */
export function keepHead(chunks: AsyncIterable<Buffer>): { source: Readable; head(): Buffer } {
  let head = Buffer.alloc(0)
  async function* passOn() {
    for await (const chunk of chunks) {
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
      yield chunk
    }
  }
  return { source: Readable.from(passOn(), { objectMode: false }), head: () => head }
}
