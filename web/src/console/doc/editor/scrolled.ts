import { Extension } from "@tiptap/core"
import { Plugin } from "@tiptap/pm/state"
import { Decoration, DecorationSet } from "@tiptap/pm/view"

/** Makes wide blocks focusable for readers, so that they can be scrolled by keyboard. Writers have a cursor. */
export const scrolled = Extension.create({
  name: "scrolled",
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        props: {
          decorations({ doc }) {
            if (editor.isEditable) return null
            const wide: Decoration[] = []
            doc.descendants((node, from) => {
              const isWide = node.type.name === "table" || node.type.name === "codeBlock"
              if (isWide) wide.push(Decoration.node(from, from + node.nodeSize, { tabindex: "0" }))
              return !isWide && !node.isTextblock
            })
            return DecorationSet.create(doc, wide)
          },
        },
      }),
    ]
  },
})
