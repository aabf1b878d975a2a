import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { appendUpdate } from "../content/index.ts"
import { docId } from "../doc-input.ts"
import { type DocNode, nodesIn } from "../doc-node.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"

const longestMarkdown = 256 * 1024

/**
 * Writes into a doc as an update of the caller's, so that whoever has it open sees it change: behind what stands there,
 * or in its place. Members may.
 */
export const writeDoc = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["docs"],
  input: z.strictObject({
    id: docId,
    how: z.enum(["append", "replace"]).describe("Behind what stands there, or in its place."),
    markdown: z.string().max(longestMarkdown).describe("What to write."),
  }),
  output: z.object({ id: z.string(), title: z.string(), hasChanged: z.boolean() }),
  async run(cx, { id, how, markdown }) {
    // The parser is loaded with the first text: a start does not need it.
    const { readMarkdown } = await import("./read-markdown.ts")
    const written = readMarkdown(markdown)
    return cx.atomically(async (inside) => {
      const row = await findDoc(inside, id)
      if (!row) throw noSuchDoc()
      const seq = await appendUpdate(inside, id, (doc, { toJson, fromJson }) => {
        const before = how === "append" ? withoutEmptyEnd(nodesIn(toJson(doc).content)) : []
        fromJson(doc, { type: "doc", content: [...before, ...nodesIn(written.content)] })
      })
      return { id, title: row.title, hasChanged: seq !== undefined }
    })
  },
})

/** An empty paragraph at the end is where somebody would go on writing. */
function withoutEmptyEnd(nodes: readonly DocNode[]): readonly DocNode[] {
  const last = nodes.at(-1)
  return last?.type === "paragraph" && nodesIn(last.content).length === 0 ? nodes.slice(0, -1) : nodes
}
