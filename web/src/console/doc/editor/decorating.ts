import { Extension } from "@tiptap/core"
import type { Node } from "@tiptap/pm/model"
import { Plugin } from "@tiptap/pm/state"
import type { DecorationSet } from "@tiptap/pm/view"

/** An extension that decorates a doc by its content alone. `find` runs when the doc has changed. */
export const decorating = (name: string, find: (doc: Node) => DecorationSet) =>
  Extension.create({
    name,
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
