import type { Node } from "@tiptap/pm/model"
import { Decoration, DecorationSet } from "@tiptap/pm/view"
import { decorating } from "./decorating.ts"

/** Makes a header cell without content a usual cell for screen readers: it is the header of nothing. */
export const emptyHeaders = decorating("emptyHeaders", find)

const onlyParagraph = 2

function find(doc: Node): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((node, from) => {
    if (node.type.name === "tableHeader" && node.content.size === onlyParagraph)
      found.push(Decoration.node(from, from + node.nodeSize, { role: "cell" }))
    return !node.isTextblock
  })
  return DecorationSet.create(doc, found)
}
