import type { Editor } from "@tiptap/core"
import { useEffect, useRef, useState } from "react"

/** A position in pixels from the top left corner of the editor's surface. */
export interface Spot {
  left: number
  top: number
}

/** Measures after each change of the text, of its size and of what is scrolled. The result must be serializable. */
export function useMeasured<Measured>(editor: Editor, measure: (editor: Editor) => Measured): Measured | undefined {
  const [measured, setMeasured] = useState<Measured>()
  const latest = useRef(measure)
  latest.current = measure
  useEffect(() => {
    let known = ""
    const again = () => {
      if (editor.isDestroyed) return
      const now = latest.current(editor)
      const text = JSON.stringify(now)
      if (text !== known) setMeasured(now)
      known = text
    }
    again()
    const sizes = new ResizeObserver(again)
    sizes.observe(editor.view.dom)
    editor.on("transaction", again)
    document.addEventListener("scroll", again, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      editor.off("transaction", again)
      document.removeEventListener("scroll", again, { capture: true })
    }
  }, [editor])
  return measured
}

export const surfaceOf = ({ view: { dom } }: Editor): DOMRect => (dom.parentElement ?? dom).getBoundingClientRect()
