import { type RefObject, useEffect } from "react"

/** Focuses an element that needs an answer, once, unless the person is typing or works outside of the assistant. */
export function useFocusOnce(element: RefObject<HTMLElement | null>, isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const { activeElement } = document
    const isInAssistant = activeElement?.closest(".assistant") ?? activeElement === document.body
    const isWriting = activeElement instanceof HTMLTextAreaElement && activeElement.value !== ""
    if (isInAssistant && !isWriting) element.current?.focus({ preventScroll: true })
  }, [element, isNeeded])
}
