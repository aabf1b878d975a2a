import type { JSONContent } from "@tiptap/core"

interface OfDrive {
  id: string
  name: string
  isPicture: boolean
}

/** A picture or a file of the drive, as a block of the text. */
export function blockOf({ id, name, isPicture }: OfDrive): JSONContent {
  return isPicture
    ? { type: "driveImage", attrs: { file: id, alt: "" } }
    : { type: "driveFile", attrs: { file: id, name } }
}
