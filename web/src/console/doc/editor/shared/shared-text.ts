import { Extension } from "@tiptap/core"
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state"
import type { EditorView } from "@tiptap/pm/view"
import type { XmlText } from "yjs"
import { Binding } from "./binding.ts"
import { followComposition } from "./composition.ts"
import { fromText } from "./shown-doc.ts"

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    sharedText: { undo: () => ReturnType; redo: () => ReturnType }
  }
}

/** Whether a transaction comes from the shared text: a remote change or an undo. */
export const isFromText = (transaction: Transaction): boolean => transaction.getMeta(fromText) === true

/** The collaboration extension and its binding to the current editor. */
export interface SharedText {
  readonly extension: Extension
  binding(): Binding | undefined
}

/** Collaboration on one text. Undo reverts only local changes. */
export function shareText(text: XmlText): SharedText {
  let binding: Binding | undefined
  const go = (way: "undo" | "redo", transaction: Transaction, isMeant: boolean): boolean => {
    transaction.setMeta("preventDispatch", true)
    const stack = way === "undo" ? binding?.undoing.undoStack : binding?.undoing.redoStack
    if (!binding || !stack?.length) return false
    if (isMeant) binding.undoing[way]()
    return true
  }
  const tie = (view: EditorView) => {
    const tied = bind(text, view)
    binding = tied.binding
    return {
      update: tied.update,
      destroy() {
        tied.destroy()
        binding = undefined
      },
    }
  }
  const extension = Extension.create({
    name: "sharedText",
    priority: 1_000,
    addCommands: () => ({
      undo: () => (props) => go("undo", props.tr, props.dispatch !== undefined),
      redo: () => (props) => go("redo", props.tr, props.dispatch !== undefined),
    }),
    addKeyboardShortcuts() {
      const { editor } = this
      const redo = () => editor.commands.redo()
      return { "Mod-z": () => editor.commands.undo(), "Mod-y": redo, "Shift-Mod-z": redo }
    },
    addProseMirrorPlugins: () => [new Plugin({ key: new PluginKey("sharedText"), view: tie })],
  })
  return { extension, binding: () => binding }
}

/** Binds an editor to a text. Remote changes leave composed letters alone until the composition ends. */
function bind(text: XmlText, view: EditorView) {
  const composition = followComposition(view, () => {
    binding.settle()
    view.dispatch(view.state.tr.setMeta(fromText, true)) // the carets of others in the composed line
  })
  const binding: Binding = new Binding(text, {
    get state() {
      return view.state
    },
    get isComposing() {
      return composition.is()
    },
    get composedIn() {
      return composition.at()
    },
    dispatch: (transaction) => view.dispatch(transaction),
    onWait: composition.wait,
  })
  const update = ({ state }: EditorView, before: EditorState) => {
    if (state.doc === before.doc && !state.selection.eq(before.selection)) composition.move()
    binding.write()
  }
  const destroy = () => {
    composition.destroy()
    binding.destroy()
  }
  return { binding, update, destroy }
}
