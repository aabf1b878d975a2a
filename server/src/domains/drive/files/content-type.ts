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
  "application/x-gzip": "application/gzip",
  "application/x-zip-compressed": "application/zip",
  "audio/mp3": "audio/mpeg",
  "audio/vnd.wave": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/x-flac": "audio/flac",
  "audio/x-m4a": "audio/mp4",
  "audio/x-wav": "audio/wav",
  "image/jpg": "image/jpeg",
  "text/x-markdown": "text/markdown",
}

/** Returns the type that a file is stored and served with: the given one, without parameters, if it is on the list. */
export function toContentType(text: string): string {
  const given = text.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  const type = Object.hasOwn(otherNames, given) ? (otherNames[given] ?? "") : given
  return allowed.has(type) ? type : "application/octet-stream"
}
