import type { Models, PersonPart } from "./port.ts"

type FilePart = Extract<PersonPart, { type: "file" }>

/**
 * What the files that models read begin with, in Latin-1, where a space is any byte: a provider refuses the whole
 * conversation for one that is something else.
 */
const beginnings: Readonly<Record<string, string>> = {
  "image/png": "\x89PNG\r\n\x1a\n",
  "image/jpeg": "\xff\xd8\xff",
  "image/gif": "GIF8 a",
  "image/webp": "RIFF    WEBP",
  "application/pdf": "%PDF-",
}

/** The largest that both providers take, in bytes: of a picture 5 MB once it is written as text. */
const mostBytes = { images: 3_750_000, pdf: 20_000_000 }

/** The media type by which a model is given a file, if it reads this one. */
export function readableType({ mediaType, bytes }: FilePart, accepts: Models["accepts"]): string | undefined {
  const [type = ""] = mediaType.toLowerCase().split(/[;\s]/, 1)
  const kind = type === "application/pdf" ? "pdf" : "images"
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString("latin1")
  const wanted = beginnings[type]
  const isKnown = wanted !== undefined && [...wanted].every((byte, at) => byte === " " || beginning[at] === byte)
  const isRead = isKnown && accepts[kind] && bytes.byteLength <= mostBytes[kind]
  return isRead ? type : undefined
}
