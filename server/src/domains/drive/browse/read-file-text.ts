import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Outside } from "#access/context.ts"
import { sizeInWords } from "#contract/size-in-words.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { encodingOf } from "#kernel/text/encoding.ts"
import { type FileRow, findFile, noSuchFile } from "../files/index.ts"

/** How much of a file is read. It bounds the memory of a call. */
const mostBytes = 1024 ** 2

/** The share of one answer's limit for a part of the text, in characters of JSON. */
const share = 0.7
/** In characters of JSON, even if an answer may be longer. */
const longestPart = 24_000

/** Reads the text of a file in parts, in whatever encoding it is. */
export const readFileText = workspaceAction("viewer", "console", {
  input: z.strictObject({
    id: idInput,
    cursor: z
      .string()
      .regex(/^\d{1,7}$/)
      .optional(),
  }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    sizeBytes: z.int(),
    encoding: z.string(),
    text: z.string(),
    note: z.string().optional(),
    nextCursor: z.string().optional().describe("Absent in the last part."),
  }),
  async run(cx, { id, cursor = "0" }) {
    const file = await findFile(cx, cx.workspaceId, id)
    if (!file || file.deleted_at !== null) throw noSuchFile()
    const { text, encoding } = await readText(cx, file)
    const letters = Math.min(cx.assistant.limits.resultKilobytes * 1024 * share, longestPart)
    const from = Number(cursor)
    const part = partOf(text.slice(from, from + letters), letters)
    const to = from + part.length
    const notes = notesOn(file, encoding)
    return {
      ...{ id, name: file.name, sizeBytes: file.size_bytes, encoding, text: part },
      ...(notes !== "" && { note: notes }),
      ...(to < text.length && part !== "" && { nextCursor: String(to) }),
    }
  },
})

/** @throws ServiceError `conflict` for a file without text. */
async function readText({ blobs }: Outside, file: FileRow): Promise<{ text: string; encoding: string }> {
  if (file.content_type === "application/pdf")
    throw noText("This is a PDF.", "Attach it to a question to have it read.")
  if (file.size_bytes === 0) return { text: "", encoding: "utf-8" }
  const isCut = file.size_bytes > mostBytes
  const chunks: Buffer[] = []
  const range = { start: 0, end: Math.min(file.size_bytes, mostBytes) - 1 }
  for await (const chunk of await blobs.read(file.blob_key, range)) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const encoding = encodingOf(bytes, { isCut })
  if (encoding === undefined)
    throw noText(
      `This file has no text to read: it is ${file.content_type}.`,
      "Pictures can be attached to a question.",
    )
  return { text: new TextDecoder(encoding).decode(bytes, { stream: isCut }), encoding }
}

const noText = (message: string, hint: string) => conflict(message, hint)

/** The longest beginning that fits in JSON, cut at the end of a line if one is near. */
function partOf(text: string, most: number): string {
  let end = text.length
  for (let size = jsonSize(text); size > most; size = jsonSize(text.slice(0, end))) {
    end = Math.min(end - 1, Math.floor((end * most) / size))
  }
  if (end === text.length && end < most) return text
  const line = text.lastIndexOf("\n", end - 1) + 1
  const cut = line > (end * 7) / 8 ? line : end
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(cut - 1)) ? cut - 1 : cut)
}

const jsonSize = (text: string) => JSON.stringify(text).length

function notesOn({ size_bytes: size }: FileRow, encoding: string): string {
  const cut = size > mostBytes ? [`Only the first ${sizeInWords(mostBytes)} of ${sizeInWords(size)} can be read.`] : []
  const isGuessed = !encoding.startsWith("utf-")
  return [
    ...cut,
    ...(isGuessed ? [`The file does not name its encoding; its letters were read as ${encoding}.`] : []),
  ].join(" ")
}
