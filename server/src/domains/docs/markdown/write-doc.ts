import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { type DocNode, nodesIn } from "#contract/docs/doc-node.ts"
import { needRoom } from "#domains/drive/index.ts"
import { conflict, invalidInput } from "#kernel/error.ts"
import { appendUpdate } from "../content/index.ts"
import { docId } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"
import { type DocChange, loadChangeBy } from "../undo/index.ts"
import { type FrontMatter, wordsOfFields } from "./dialects/front-matter.ts"
import { sectionsOf } from "./sections.ts"

export const longestMarkdown = 256 * 1024

const ways = ["append", "replace", "section"] as const

/** Equal parts stay untouched; open editors show the update. */
export const writeDoc = workspaceAction("member", "console", {
  changes: ["docs"],
  input: z.strictObject({
    id: docId,
    how: z.enum(ways).describe("Appends, replaces all, or replaces one section."),
    markdown: z.string().max(longestMarkdown).describe("What to write; for a section with its heading."),
    section: z.int().min(1).optional().describe("With `section`: its number in the outline."),
    expectedVersion: z
      .int()
      .min(0)
      .optional()
      .describe("The version that was read. What was changed since then is not overwritten."),
  }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    hasChanged: z.boolean(),
    change: z.looseObject({}).nullable().describe("The change that undoes this; null if it is too large to keep."),
    lost: z.array(z.string()).optional().describe("What a doc has no place for; left out where it took everything."),
  }),
  async run(cx, { id, how, markdown, section, expectedVersion }) {
    if ((how === "section") !== (section !== undefined))
      throw invalidInput("Use a section number only to replace a section.", undefined, "section")
    const [{ body, lost }, { changeBy }] = await Promise.all([readDocText(markdown), loadChangeBy()])
    const written = nodesIn(body.content)
    return cx.atomically(async (inside) => {
      await needRoom(inside, { admission: cx.admission, bytes: Buffer.byteLength(markdown) })
      const row = await findDoc(inside, id)
      if (!row) throw noSuchDoc()
      if (expectedVersion !== undefined && Number(row.content_seq) !== expectedVersion) throw hasChanged()
      let change: DocChange | undefined
      const seq = await appendUpdate(inside, id, (doc, { toJson, fromJson }) => {
        const content = how === "replace" ? written : merged(nodesIn(toJson(doc).content), { section, written })
        change = changeBy(doc, () => fromJson(doc, { type: "doc", content }))
      })
      // Another member's update may have committed between the check and this write.
      if (expectedVersion !== undefined && seq !== undefined && seq > expectedVersion + 1) throw hasChanged()
      const summary = { id, title: row.title, hasChanged: seq !== undefined, ...(lost.length > 0 && { lost }) }
      return { ...summary, change: change ? { ...change } : null }
    })
  },
})

/** Reads Markdown. Returns the body, and the parts that a doc cannot contain. */
export async function readDocText(markdown: string) {
  // The parser is loaded with the first text, to keep the start fast.
  const { readMarkdown } = await import("./read-markdown.ts")
  const { body, lost, frontMatter } = readMarkdown(markdown)
  return { body, lost: [...wordsOfFields(namesIn(frontMatter)), ...lost] }
}

/** A text has no title of its own here: its doc has one. */
const namesIn = ({ title, fields }: FrontMatter) => (title === undefined ? fields : ["title", ...fields])

function merged(
  blocks: readonly DocNode[],
  { section, written }: { section: number | undefined; written: readonly DocNode[] },
): DocNode[] {
  if (section === undefined) return [...withoutEmptyEnd(blocks), ...written]
  const place = sectionsOf(blocks).find((one) => one.section === section)
  if (!place) throw invalidInput("Section not found.", undefined, "section")
  return [...blocks.slice(0, place.from), ...written, ...blocks.slice(place.to)]
}

function withoutEmptyEnd(nodes: readonly DocNode[]): readonly DocNode[] {
  const last = nodes.at(-1)
  return last?.type === "paragraph" && nodesIn(last.content).length === 0 ? nodes.slice(0, -1) : nodes
}

const hasChanged = () => conflict("The doc has changed since you read it.", "Read it again before writing.")
