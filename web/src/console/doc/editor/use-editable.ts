import type { Editor } from "@tiptap/core"
import { useEffect } from "react"

/** Switches the editor between editable and read-only, including its role for screen readers. */
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
