import type { Editor } from "@tiptap/core"
import { useEffect } from "react"

/** Has the editor take what is typed, or only be read; and says which it is to those who hear it. */
export function useEditable(
  editor: Editor | undefined,
  { mayWrite, label }: { mayWrite: boolean; label: string },
): void {
  useEffect(() => {
    if (!editor) return
    if (editor.isEditable !== mayWrite) editor.setEditable(mayWrite, false)
    const { dom } = editor.view
    dom.setAttribute("role", mayWrite ? "textbox" : "article")
    dom.setAttribute("aria-label", label)
    if (mayWrite) dom.setAttribute("aria-multiline", "true")
    else dom.removeAttribute("aria-multiline")
  }, [editor, mayWrite, label])
}
