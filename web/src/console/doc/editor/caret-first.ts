import { Extension } from "@tiptap/core"
import { Plugin } from "@tiptap/pm/state"
import type { EditorView } from "@tiptap/pm/view"
import type { OpenDoc } from "../collaboration/open-doc.ts"

/**
 * Reads the caret before remote changes are drawn and before a key is handled. Browsers move the caret first and send
 * `selectionchange` later: drawing in between would reset the caret, and a key would apply at its previous place.
 */
export function caretFirst(beforeOthers: OpenDoc["beforeOthers"]): Extension {
  let shown: EditorView | undefined
  const readIt = () => shown !== undefined && readCaret(shown)
  return Extension.create({
    name: "caretFirst",
    addProseMirrorPlugins: () => [
      new Plugin({
        props: { handleDOMEvents: { keydown: readBeforeKey } },
        view(view) {
          shown = view
          const end = beforeOthers(readIt)
          return {
            destroy() {
              shown = undefined
              end()
            },
          }
        },
      }),
    ],
    dispatchTransaction({ transaction, next }) {
      const { docChanged, selectionSet, storedMarksSet } = transaction
      const isOnlyDrawn = !docChanged && !selectionSet && !storedMarksSet // for example remote carets
      if (isOnlyDrawn && readIt()) transaction.setSelection(this.editor.state.selection)
      next(transaction)
    },
  })
}

function readBeforeKey(view: EditorView): false {
  if (!view.composing) readCaret(view)
  return false // lets the key through
}

/** Internals of ProseMirror without a public name. */
interface WithObserver {
  domObserver: { pendingRecords(): MutationRecord[]; flush(): void }
}

/** Reads the browser's selection into the editor's state. Returns whether it had moved. */
function readCaret(view: EditorView): boolean {
  const { domObserver } = view as unknown as WithObserver
  // Pending text mutations bring their own selection.
  if (domObserver.pendingRecords().length > 0) return false
  const before = view.state.selection
  domObserver.flush()
  return !view.state.selection.eq(before)
}
