import { Extension } from "@tiptap/core"
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state"
import type { EditorView } from "@tiptap/pm/view"
import type { XmlText } from "yjs"
import { Binding, fromText } from "./binding.ts"

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    sharedText: {
      undo: () => ReturnType
      redo: () => ReturnType
    }
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
    const made = new Binding(text, view)
    binding = made
    return {
      update: () => made.write(),
      destroy() {
        made.destroy()
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
