import { type RefObject, useEffect } from "react"

/** Brings those who work by keys to something that needs them, once, unless they are writing. */
export function useFocusOnce(element: RefObject<HTMLElement | null>, isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const { activeElement } = document
    const isInAssistant = activeElement?.closest(".assistant") ?? activeElement === document.body
    const isWriting = activeElement instanceof HTMLTextAreaElement && activeElement.value !== ""
    if (isInAssistant && !isWriting) element.current?.focus({ preventScroll: true })
  }, [element, isNeeded])
}
