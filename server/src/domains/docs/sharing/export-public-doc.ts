import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { type DocNode, nodesIn, textAttr } from "#contract/docs/doc-node.ts"
import { toMarkdownFile } from "../markdown/index.ts"
import { getPublicRow, publicKey } from "./get-public-doc.ts"
import { readPublicBody } from "./prepare-body.ts"

export const exportPublicDoc = publicAction({
  input: z.object({ key: publicKey }),
  output: z.object({ markdown: z.string() }),
  async run(cx, { key }) {
    const doc = await getPublicRow(cx, key)
    const body = await readPublicBody(cx, doc)
    const shown = withLinks(body, (file) => `${cx.addresses.base}/d/${key}/files/${file}`)
    return { markdown: toMarkdownFile(doc, shown).markdown }
  },
})

/** Replaces embedded files by links, since the public cannot import files of the drive. */
function withLinks(node: DocNode, addressOf: (file: string) => string): DocNode {
  if (node.type === "driveImage" || node.type === "driveFile") {
    const marks = [{ type: "link", attrs: { href: addressOf(textAttr(node, "file")) } }]
    const text = textAttr(node, "name") || textAttr(node, "alt") || "A file"
    return { type: "paragraph", content: [{ type: "text", text, marks }] }
  }
  if (node.content === undefined) return node
  return { ...node, content: nodesIn(node.content).map((child) => withLinks(child, addressOf)) }
}
