import { Editor, type EditorOptions } from "@tiptap/core"
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react"

/**
 * Makes an editor in an element for as long as that is shown; `options` are read once, when it is made. Answers the
 * ref of the element, and the editor once it is there.
 */
export function useEditor(options: () => Partial<EditorOptions>) {
  const [editor, setEditor] = useState<Editor>()
  const element = useRef<HTMLDivElement>(null)
  const first = useRef(options)
  useEffect(() => {
    if (!element.current) return
    // The style that the library would add as an element is in our own.
    const made = new Editor({ ...first.current(), element: element.current, injectCSS: false })
    setEditor(made)
    return () => {
      setEditor(undefined)
      made.destroy()
    }
  }, [])
  return { element, editor }
}

/** Something of an editor's state, followed as it changes. What is selected has to be small and writable as JSON. */
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
