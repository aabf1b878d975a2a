import type { Models, PersonPart } from "./port.ts"

type FilePart = Extract<PersonPart, { type: "file" }>

/** Latin-1; a space matches any byte. A provider refuses the whole conversation if a file has another type. */
const beginnings: Readonly<Record<string, string>> = {
  "image/png": "\x89PNG\r\n\x1a\n",
  "image/jpeg": "\xff\xd8\xff",
  "image/gif": "GIF8 a",
  "image/webp": "RIFF    WEBP",
  "application/pdf": "%PDF-",
}

/** The largest files that both providers accept, in bytes. A picture may have 5 MB in base64. */
const mostBytes = { images: 3_750_000, pdf: 20_000_000 }

/** The media type to send a file with; undefined where the model cannot read the file. */
export function readableType({ mediaType, bytes }: FilePart, accepts: Models["accepts"]): string | undefined {
  const [type = ""] = mediaType.toLowerCase().split(/[;\s]/, 1)
  const kind = type === "application/pdf" ? "pdf" : "images"
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString("latin1")
  const wanted = beginnings[type]
  const isKnown = wanted !== undefined && [...wanted].every((byte, at) => byte === " " || beginning[at] === byte)
  const isRead = isKnown && accepts[kind] && bytes.byteLength <= mostBytes[kind]
  return isRead ? type : undefined
}
