import { Extension } from "@tiptap/core"
import { Plugin } from "@tiptap/pm/state"
import type { EditorView } from "@tiptap/pm/view"
import type { OpenDoc } from "../collaboration/open-doc.ts"

/**
 * Reads where the caret was moved to before anything is drawn that others did, and before a key is taken. A browser
 * moves it at once, and tells of it a little later: what is drawn in between would put it back to where it was, and a
 * key would be taken where it was.
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
      const isOnlyDrawn = !docChanged && !selectionSet && !storedMarksSet // others' carets, say
      if (isOnlyDrawn && readIt()) transaction.setSelection(this.editor.state.selection)
      next(transaction)
    },
  })
}

function readBeforeKey(view: EditorView): false {
  if (!view.composing) readCaret(view)
  return false // the key goes on its way
}

/** What the library has no public name for. */
interface WithObserver {
  domObserver: { pendingRecords(): MutationRecord[]; flush(): void }
}

/** Takes the browser's selection into the editor's state, as the library does when it is told of it. Says whether it had moved. */
function readCaret(view: EditorView): boolean {
  const { domObserver } = view as unknown as WithObserver
  // Letters that are not read yet come with their own selection.
  if (domObserver.pendingRecords().length > 0) return false
  const before = view.state.selection
  domObserver.flush()
  return !view.state.selection.eq(before)
}
