import { z } from "zod"
import type { Outside } from "#access/context.ts"
import type { FileRow } from "../files/index.ts"

export const previewKind = z.enum(["image", "audio", "video", "pdf", "text"])

const kinds: Record<string, z.output<typeof previewKind>> = {
  "application/json": "text",
  "application/pdf": "pdf",
  "audio/aac": "audio",
  "audio/flac": "audio",
  "audio/mp4": "audio",
  "audio/mpeg": "audio",
  "audio/ogg": "audio",
  "audio/wav": "audio",
  "image/avif": "image",
  "image/gif": "image",
  "image/jpeg": "image",
  "image/png": "image",
  "image/webp": "image",
  "text/calendar": "text",
  "text/csv": "text",
  "text/markdown": "text",
  "text/plain": "text",
  "text/vtt": "text",
  "video/mp4": "video",
  "video/quicktime": "video",
  "video/webm": "video",
}

/** The largest picture, in bytes, that a page shows to strangers: it loads without being requested. */
const largestPicture = 20 * 1024 ** 2

/** The longest text that a page shows, in bytes. */
const longestText = 1024 ** 2

/**
 * How a page can show a file; null for a file that can only be saved. Types that could run code, such as SVG and HTML,
 * are left out. A PDF is shown only if the files' host has its own origin, since its viewer runs scripts.
 */
function kindOf(
  { addresses }: Pick<Outside, "addresses">,
  file: Pick<FileRow, "content_type" | "size_bytes">,
): z.output<typeof previewKind> | null {
  const kind = kinds[file.content_type] ?? null
  if (kind === "text" && file.size_bytes > longestText) return null
  if (kind === "pdf" && new URL(addresses.files).origin === new URL(addresses.base).origin) return null
  return kind
}

/** How a page shows a file: itself, or the picture that its sender's browser made of it; null for neither. */
export function shownAs(
  cx: Pick<Outside, "addresses">,
  file: Shown,
): { kind: z.output<typeof previewKind>; use: "preview" | "picture" } | null {
  const kind = kindOf(cx, file)
  if (kind !== null) return { kind, use: "preview" }
  return file.picture_sha256 === null ? null : { kind: "image", use: "picture" }
}

export const takesPicture = ({ content_type }: Pick<FileRow, "content_type">): boolean =>
  /^(image|video)\//.test(content_type) && kinds[content_type] !== "image"

type Shown = Pick<FileRow, "content_type" | "size_bytes" | "picture_sha256">

/** The picture of a file that a page shows to strangers: for films and large pictures the small one; null for none. */
export function pictureForStrangers(cx: Pick<Outside, "addresses">, file: Shown): "preview" | "picture" | null {
  if (kindOf(cx, file) === "image" && file.size_bytes <= largestPicture) return "preview"
  return file.picture_sha256 === null ? null : "picture"
}
