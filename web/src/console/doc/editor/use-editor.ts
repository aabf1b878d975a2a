import { Editor, type EditorOptions } from "@tiptap/core"
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react"

/** Creates an editor while its element is mounted. `options` is read once. */
export function useEditor(options: () => Partial<EditorOptions>) {
  const [editor, setEditor] = useState<Editor>()
  const element = useRef<HTMLDivElement>(null)
  const first = useRef(options)
  useEffect(() => {
    if (!element.current) return
    // The library would inject a style element; our style sheet has these rules.
    const made = new Editor({ ...first.current(), element: element.current, injectCSS: false })
    setEditor(made)
    return () => {
      setEditor(undefined)
      made.destroy()
    }
  }, [])
  return { element, editor }
}

/** Subscribes to a part of the editor's state. The part must be small and serializable as JSON. */
export function useEditorState<Selected>(editor: Editor, select: (editor: Editor) => Selected): Selected {
  const known = useRef<{ text: string; selected: Selected }>(undefined)
  const subscribe = useCallback(
    (listener: () => void) => {
      editor.on("transaction", listener)
      return () => {
        editor.off("transaction", listener)
      }
    },
    [editor],
  )
  return useSyncExternalStore(subscribe, () => {
    const selected = select(editor)
    const text = JSON.stringify(selected)
    if (!known.current || known.current.text !== text) known.current = { text, selected }
    return known.current.selected
  })
}
