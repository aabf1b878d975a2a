import { Extension } from "@tiptap/core"
import type { Node } from "@tiptap/pm/model"
import { Plugin } from "@tiptap/pm/state"
import { Decoration, DecorationSet } from "@tiptap/pm/view"

/** Makes a header cell without content a usual cell for screen readers: it is the header of nothing. */
export const emptyHeaders = Extension.create({
  name: "emptyHeaders",
  addProseMirrorPlugins() {
    const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => find(doc),
        apply: (tr, known) => (tr.docChanged ? find(tr.doc) : known),
      },
      props: { decorations: (state) => plugin.getState(state) },
    })
    return [plugin]
  },
})

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
