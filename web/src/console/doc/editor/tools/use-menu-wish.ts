import type { Editor } from "@tiptap/core"
import { type RefObject, useEffect, useState } from "react"
import { consoleKeys } from "../../../keys/shortcuts.ts"

export interface MenuWish {
  hasFocus: boolean
  isPointing: boolean
  isClosed: boolean
  /** Rises with each Alt+F10; 0 once the selection changes. */
  asked: number
}

/** The state of the menu at the selection: Alt+F10 asks for it, and Escape closes it until the selection changes. */
export function useMenuWish() {
  const [asked, setAsked] = useState(0)
  const [isClosed, setClosed] = useState(false)
  return {
    asked,
    isClosed,
    ask: () => {
      setClosed(false)
      setAsked((times) => times + 1)
    },
    close: () => {
      setAsked(0)
      setClosed(true)
    },
    /** A selection that a colleague's text moved does not take the menu from under the focus. */
    onSelection: ({ editor }: { editor: Editor }) => {
      if (!editor.view.hasFocus()) return
      setAsked(0)
      setClosed(false)
    },
  }
}

/** Whether the focus is in this element, and whether the pointer is selecting or dragging text in it. */
export function useAttention(surface: RefObject<HTMLElement | null>) {
  const [hasFocus, setFocus] = useState(false)
  const [isPointing, setPointing] = useState(false)
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const element = surface.current
    if (!element) return
    // Not as properties: React ignores the focus that a closing dialog gives back.
    const listeners = new AbortController()
    const when = { signal: listeners.signal }
    element.addEventListener("focusin", () => setFocus(true), when)
    const leave = ({ relatedTarget }: FocusEvent) => setFocus(element.contains(relatedTarget as Node | null))
    element.addEventListener("focusout", leave, when)
    const point = ({ target }: Event) => setPointing((target as Element).closest("[aria-multiline]") !== null)
    element.addEventListener("pointerdown", point, when)
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setPointing(false), when)
    element.addEventListener("dragstart", () => setDragging(true), when)
    // A word that was moved is a new node, and its old one gets no `dragend`. While dragging, no pointer moves.
    for (const end of ["dragend", "drop", "pointermove"]) addEventListener(end, () => setDragging(false), when)
    return () => listeners.abort()
  }, [surface])
  return { hasFocus, isPointing: isPointing || isDragging }
}

interface Wanted {
  onLink(): void
  menus: ReturnType<typeof useMenuWish>
}

/** The shortcuts in the text. Escape closes the menu at the selection, if it is there. */
export function menuKeysOf(surface: RefObject<HTMLElement | null>, { onLink, menus }: Wanted) {
  const link = () => {
    onLink()
    return true
  }
  const ask = () => {
    menus.ask()
    return true
  }
  const close = () => {
    const isShown = Boolean(surface.current?.querySelector(".doc-floating"))
    if (isShown) menus.close()
    return isShown
  }
  const { link: linking, format } = consoleKeys.docs
  return { [linking[0]]: link, [format[0]]: ask, [consoleKeys.everywhere.close[0]]: close }
}
