import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { findFile, readWholeFile } from "#domains/drive/index.ts"
import { decodeText } from "#kernel/text/encoding.ts"

const longestText = 64 * 1024
const largestPicture = 5 * 1024 ** 2
const textTypes = /^(?:text\/|application\/(?:json|xml|yaml|x-ndjson)$)/

/** Reads a file's text, or the bytes of a picture or a PDF. Viewers may do so, since they may see the drive. */
export const readAttachment = workspaceAction("viewer", "console", {
  input: z.strictObject({ id: z.string() }),
  output: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("text"), text: z.string() }),
    z.object({
      kind: z.literal("bytes"),
      mediaType: z.string(),
      bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    }),
    z.object({ kind: z.literal("none"), why: z.string() }),
  ]),
  async run(cx, { id }) {
    const file = await findFile(cx, cx.workspaceId, id)
    if (!file || file.deleted_at !== null) return { kind: "none" as const, why: "It is no longer in the drive." }
    const { content_type: mediaType, size_bytes: size } = file
    if (textTypes.test(mediaType)) {
      if (size > longestText) return { kind: "none" as const, why: "Its text is over 64 kB." }
      return { kind: "text" as const, text: decodeText(await readWholeFile(cx, id)) }
    }
    if (!/^image\/(?:png|jpeg|gif|webp)$/.test(mediaType) && mediaType !== "application/pdf") {
      return { kind: "none" as const, why: "Its file type isn't supported." }
    }
    if (size > largestPicture) return { kind: "none" as const, why: "It is over 5 MB." }
    return { kind: "bytes" as const, mediaType, bytes: await readWholeFile(cx, id) }
  },
})
