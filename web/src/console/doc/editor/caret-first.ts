import { Extension } from "@tiptap/core"
import { Plugin } from "@tiptap/pm/state"
import type { EditorView } from "@tiptap/pm/view"
import type { OpenDoc } from "../collaboration/open-doc.ts"

/**
 * Reads where the caret was moved to before anything is drawn that others did. A browser moves it at once, and tells of
 * it a little later: what is drawn in between would put it back to where it was.
 */
export const caretFirst = (beforeOthers: OpenDoc["beforeOthers"]): Extension =>
  Extension.create({
    name: "caretFirst",
    addProseMirrorPlugins: () => [new Plugin({ view: (view) => ({ destroy: beforeOthers(() => readCaret(view)) }) })],
    dispatchTransaction({ transaction, next }) {
      const { view } = this.editor
      const { docChanged, selectionSet, storedMarksSet } = transaction
      const isOnlyDrawn = !docChanged && !selectionSet && !storedMarksSet // others' carets, say
      if (isOnlyDrawn && readCaret(view)) transaction.setSelection(view.state.selection)
      next(transaction)
    },
  })

/** What the library has no public name for. */
interface WithObserver {
  domObserver: { pendingRecords(): MutationRecord[]; flush(): void }
}

/** Takes the browser's selection into the editor's state, as the library does when it is told of it. Says whether it had moved. */
function readCaret(view: EditorView): boolean {
  const { domObserver } = view as unknown as WithObserver
  // Letters that are not read yet come with their own selection.
  if (view.isDestroyed || domObserver.pendingRecords().length > 0) return false
  const before = view.state.selection
  domObserver.flush()
  return !view.state.selection.eq(before)
}
