import { type Content, Editor } from "@tiptap/core"
import type { Node } from "@tiptap/pm/model"
import * as Y from "yjs"
import { textField } from "#contract/docs/doc-format.ts"
import { docExtensions } from "#contract/docs/doc-schema.ts"
import { Binding } from "../../../../web/src/console/doc/editor/shared/binding.ts"
import { composedPlace } from "../../../../web/src/console/doc/editor/shared/composed-line.ts"

/** An editor without a browser: the real schema, commands and binding, without rendering. */
export interface HeadlessEditor {
  readonly editor: Editor
  readonly binding: Binding
  readonly ydoc: Y.Doc
  /** The visible doc. */
  readonly doc: Node
  /** Starts a composition of text, as an input method does; the returned function ends it. */
  compose(): () => void
  /** Reloads the page: the text stays, the undo history is lost. */
  reload(): void
  /** Closes the page. */
  close(): void
}

/** Opens an editor on a browser's copy of a doc. */
export function headlessEditor(ydoc: Y.Doc): HeadlessEditor {
  let opened = open(ydoc)
  return {
    ydoc,
    get editor() {
      return opened.editor
    },
    get binding() {
      return opened.binding
    },
    get doc() {
      return opened.editor.state.doc
    },
    compose() {
      opened.shown.isComposing = true
      opened.shown.composedIn = composedPlace(opened.editor.state.selection)
      return () => {
        opened.shown.isComposing = false
        opened.binding.settle()
      }
    },
    reload() {
      close(opened)
      opened = open(ydoc)
    },
    close() {
      close(opened)
      ydoc.destroy()
    },
  }
}

function close({ binding, editor }: ReturnType<typeof open>): void {
  binding.destroy()
  editor.destroy()
}

function open(ydoc: Y.Doc) {
  const empty: Content = { type: "doc", content: [{ type: "paragraph" }] }
  const editor = new Editor({ element: null, extensions: docExtensions, content: empty })
  // An editor without a view omits the plugins that repair tables and selections.
  editor.view.updateState(editor.state.reconfigure({ plugins: editor.extensionManager.plugins }))
  const shown = {
    isComposing: false,
    composedIn: composedPlace(editor.state.selection),
    onWait: () => {},
    get state() {
      return editor.state
    },
    dispatch: (...[transaction]: Parameters<typeof editor.view.dispatch>) => editor.view.dispatch(transaction),
  }
  const binding = new Binding(ydoc.get(textField, Y.XmlText) as Y.XmlText, shown)
  editor.on("transaction", () => binding.write())
  return { editor, binding, shown }
}
