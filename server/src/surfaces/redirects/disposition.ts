/** Every name that a file system accepts stays whole; a longer one, such as a title, is cut to `shortLength`. */
const longestWhole = 255
const shortLength = 150

/** RFC 6266 §4: old clients read the plain ASCII `filename`, others `filename*` (RFC 8187). Valid for any name. */
export function attachment(name: string): string {
  const clean = toDownloadName(name)
  return `attachment; filename="${toAscii(clean)}"; filename*=UTF-8''${percentEncode(clean)}`
}

/** Files are untrusted: browsers save them, never show them, and run nothing in them. */
export function fileHeaders(
  { name, contentType }: { name: string; contentType: string },
  etag: string,
): Record<string, string> {
  return {
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
    "content-disposition": attachment(name),
    "content-security-policy": "sandbox; default-src 'none'",
    "content-type": contentType,
    "cross-origin-resource-policy": "same-origin",
    etag,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  }
}

/** A name without folders and hidden characters; `file` where nothing is left. */
export const toDownloadName = (name: string) => shorten(withoutControls(name)) || "file"

/** Line breaks would end the header, slashes would name a folder, and bidirectional controls would hide an ending. */
function withoutControls(name: string): string {
  return name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ")
    .replace(/[/\\]/g, "_")
    .trim()
}

/** Shortens a name but keeps its ending, so that the file still opens with the right program. */
function shorten(name: string): string {
  if (name.length <= longestWhole) return name
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ""
  return `${[...name].slice(0, shortLength - ending.length - 1).join("")}…${ending}`
}

function toAscii(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/gu, "_")
    .replace(/["%]/g, "'")
}

/** RFC 8187 §3.2.1: everything but attr-char is percent-encoded; `encodeURIComponent` leaves four letters too many. */
function percentEncode(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}
