import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { type DocNode, nodesIn } from "#contract/docs/doc-node.ts"
import { invalidInput } from "#kernel/error.ts"
import { readPresent } from "../content/index.ts"
import { docId } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"
import { type BlockPlace, partAt, readCursor, writeCursor } from "./doc-part.ts"
import { fitOutline, sectionsOf } from "./sections.ts"

/** The shares of one answer's limit for a part of the text and for the outline, in characters of JSON. */
const shares = { part: 0.6, outline: 0.25 }

/** In characters of JSON, even if an answer may be longer. */
const longestPart = 24_000

const block = z.number().describe("Counted in blocks: paragraphs, headings, lists, tables and so on.")

/** Reads a doc in parts as Markdown; the first part comes with the outline. */
export const readDoc = workspaceAction("viewer", "console", {
  input: z.strictObject({
    id: docId,
    section: z.int().min(1).max(100_000).optional().describe("One section alone, by its number in the outline."),
    cursor: z.string().max(30).optional().describe("Goes on where a part ended: its `nextCursor`."),
  }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    version: z.int().describe("What is written over the text has to name it."),
    blocks: z.object({ from: block, to: block, of: z.int() }).describe("Which part of the doc this is."),
    markdown: z.string(),
    outline: z
      .array(z.object({ section: z.int(), level: z.int(), title: z.string(), from: z.int(), to: z.int() }))
      .optional(),
    nextCursor: z.string().optional().describe("Absent in the last part."),
  }),
  async run(cx, { id, section, cursor }) {
    const doc = await findDoc(cx, id)
    if (!doc) throw noSuchDoc()
    const blocks = nodesIn((await readPresent(cx, doc)).content)
    const letters = cx.assistant.limits.resultKilobytes * 1024
    const sections = sectionsOf(blocks)
    const wanted = section === undefined ? undefined : sections.find((one) => one.section === section)
    if (section !== undefined && !wanted) throw invalidInput("Section not found.", undefined, "section")
    const whole = { block: wanted?.from ?? 0, offset: 0, end: wanted?.to ?? blocks.length }
    const place = cursor === undefined ? whole : placeOf(cursor, blocks)
    const { markdown, from, to, next } = partAt(blocks, place, Math.min(letters * shares.part, longestPart))
    const outline = wanted ? [wanted] : fitOutline(sections, letters * shares.outline)
    return {
      ...{ id, title: doc.title, version: Number(doc.content_seq), markdown },
      blocks: { from, to, of: blocks.length },
      ...(cursor === undefined && outline.length > 0 && { outline: [...outline] }),
      ...(next && { nextCursor: writeCursor(next) }),
    }
  },
})

/** Limits the end, since the doc may be shorter than when its first part was read. */
function placeOf(cursor: string, blocks: readonly DocNode[]): BlockPlace {
  const place = readCursor(cursor)
  if (!place) throw invalidInput("Invalid cursor.", undefined, "cursor")
  return { ...place, end: Math.min(place.end, blocks.length) }
}
