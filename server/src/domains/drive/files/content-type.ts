import mime from "mime"
import { typeOfBytes } from "./type-of-bytes.ts"

const plainBytes = "application/octet-stream"

/** Types that browsers never execute. Everything else is served as plain bytes (`application/octet-stream`). */
const allowed = new Set([
  "application/epub+zip",
  "application/gzip",
  "application/json",
  "application/msword",
  "application/pdf",
  "application/rtf",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/x-7z-compressed",
  "application/x-mobipocket-ebook",
  "application/zip",
  "audio/aac",
  "audio/flac",
  "audio/midi",
  "audio/mp4",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "font/otf",
  "font/ttf",
  "font/woff",
  "font/woff2",
  "image/avif",
  "image/gif",
  "image/heic",
  "image/jpeg",
  "image/png",
  "image/tiff",
  "image/vnd.adobe.photoshop",
  "image/webp",
  "text/calendar",
  "text/csv",
  "text/markdown",
  "text/plain",
  "text/vtt",
  "video/mp4",
  "video/mpeg",
  "video/quicktime",
  "video/webm",
  "video/x-matroska",
])

/** Names that some browsers and systems use for these types. */
const otherNames: Readonly<Record<string, string>> = {
  "application/csv": "text/csv",
  "application/geo+json": "application/json",
  "application/toml": "text/plain",
  "application/x-gzip": "application/gzip",
  "application/x-pdf": "application/pdf",
  "application/x-subrip": "text/plain",
  "application/x-yaml": "text/plain",
  "application/x-zip-compressed": "application/zip",
  "application/yaml": "text/plain",
  "audio/m4a": "audio/mp4",
  "audio/mp3": "audio/mpeg",
  "audio/vnd.wave": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/x-aac": "audio/aac",
  "audio/x-flac": "audio/flac",
  "audio/x-m4a": "audio/mp4",
  "audio/x-wav": "audio/wav",
  "image/apng": "image/png",
  "image/heic-sequence": "image/heic",
  "image/heif": "image/heic",
  "image/heif-sequence": "image/heic",
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/x-png": "image/png",
  "text/comma-separated-values": "text/csv",
  "text/rtf": "application/rtf",
  "text/tab-separated-values": "text/plain",
  "text/x-markdown": "text/markdown",
  "text/yaml": "text/plain",
  "video/x-m4v": "video/mp4",
}

/** Types without information: programs send them for every file, browsers for unknown endings. */
const saysNothing = new Set([
  "",
  "*/*",
  plainBytes,
  "application/binary",
  "application/force-download",
  "application/unknown",
  "application/x-binary",
  "application/x-download",
  "application/x-unknown",
  "application/x-www-form-urlencoded",
  "binary/octet-stream",
  "multipart/form-data",
])

/** The type that a sender gives, if it is on the list; plain bytes for another one; empty where the sender gives none. */
export function readGivenType(text: string): string {
  const given = text.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  return saysNothing.has(given) ? "" : toListed(given)
}

/**
 * The type that a file is stored and served with. Where the sender gave none, it follows from the file's name and its
 * first bytes. An ending that the list leaves out, such as `.html` or `.svg`, is never overruled by bytes.
 */
export function toContentType({ name, given, head }: { name: string; given: string; head: Uint8Array }): string {
  if (given !== "" && !isSheetForCsv(name, given)) return given
  // The slash is needed: without it, the table reads the name `csv` as an ending.
  const known = mime.getType(`/${name}`)
  const byName = known === null ? undefined : toListed(known)
  return byName === plainBytes ? plainBytes : toListed(typeOfBytes(head, byName))
}

function toListed(given: string): string {
  const type = Object.hasOwn(otherNames, given) ? (otherNames[given] ?? "") : given
  return allowed.has(type) ? type : plainBytes
}

/** On Windows with Excel, browsers give `.csv` the type of a workbook. */
const isSheetForCsv = (name: string, given: string) => given === "application/vnd.ms-excel" && /\.csv$/i.test(name)
