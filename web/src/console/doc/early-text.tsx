import type { Editor } from "@tiptap/core"
import { useEffect, useRef, useState } from "react"
import spoken from "../../kit/spoken.module.css"

interface Props {
  editor: Editor | undefined
  onTaken(): void
}

/** Holds the focus and the typed text until the editor has loaded, then passes both to the editor. */
export function EarlyText({ editor, onTaken }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isComposing, setComposing] = useState(false)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (!editor || isComposing || !field.current) return
    const { value } = field.current
    if (document.activeElement === field.current) editor.view.focus() // at once: the command waits for a frame
    if (value !== "") editor.commands.insertContent(toContent(value))
    onTaken()
  }, [editor, isComposing, onTaken])
  return (
    <textarea
      ref={field}
      aria-label="Text"
      className={spoken.spoken}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    />
  )
}

function toContent(typed: string) {
  const lines = typed.split("\n").map((text) => (text === "" ? [] : [{ type: "text", text }]))
  return lines.length === 1 ? (lines[0] ?? []) : lines.map((content) => ({ type: "paragraph", content }))
}
