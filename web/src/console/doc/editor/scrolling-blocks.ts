import { Extension } from "@tiptap/core"
import type { Node } from "@tiptap/pm/model"
import { Plugin } from "@tiptap/pm/state"
import { Decoration, DecorationSet } from "@tiptap/pm/view"

const scrolling = ["table", "codeBlock"]

/**
 * Marks blocks that can be wider than the text as reachable by keyboard. While writing, the caret scrolls them, and a
 * stop for Tab would take the focus from the text; a reader needs that stop.
 */
export const scrollingBlocks = Extension.create({
  name: "scrollingBlocks",
  addProseMirrorPlugins() {
    const { editor } = this
    let known: { doc: Node; isEditable: boolean; set: DecorationSet } | undefined
    const decorations = ({ doc }: { doc: Node }) => {
      const { isEditable } = editor
      if (known?.doc !== doc || known.isEditable !== isEditable) {
        known = { doc, isEditable, set: mark(doc, isEditable ? { contenteditable: "true" } : { tabindex: "0" }) }
      }
      return known.set
    }
    return [new Plugin({ props: { decorations } })]
  },
})

function mark(doc: Node, look: Record<string, string>): DecorationSet {
  const marked: Decoration[] = []
  doc.descendants((node, from) => {
    if (scrolling.includes(node.type.name)) marked.push(Decoration.node(from, from + node.nodeSize, look))
    return !node.isTextblock
  })
  return DecorationSet.create(doc, marked)
}
