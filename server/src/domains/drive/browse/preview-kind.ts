import { z } from "zod"
import type { Outside } from "#access/context.ts"
import type { FileRow } from "../files/index.ts"

/** What shows a file. */
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
  "video/webm": "video",
}

/** The largest picture that a page shows to strangers, in bytes: nobody has asked yet for what the page loads. */
export const largestPicture = 20 * 1024 ** 2

/** The longest text that is shown, in bytes. */
const longestText = 1024 ** 2

/**
 * How a file can be shown; null for what is only saved. What could run something, such as SVG and HTML, has no type of
 * its own here. A PDF is shown only where the files' host is an origin of its own, since its viewer runs scripts.
 */
export function kindOf(
  { addresses }: Pick<Outside, "addresses">,
  file: Pick<FileRow, "content_type" | "size_bytes">,
): z.output<typeof previewKind> | null {
  const kind = kinds[file.content_type] ?? null
  if (kind === "text" && file.size_bytes > longestText) return null
  if (kind === "pdf" && new URL(addresses.files).origin === new URL(addresses.base).origin) return null
  return kind
}
