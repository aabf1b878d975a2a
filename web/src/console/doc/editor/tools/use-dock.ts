import { type RefObject, useEffect, useState } from "react"

/** A hidden part of at least this many pixels is a keyboard: browsers' own bars are lower. */
const leastHidden = 120

/** The top edge of a phone's keyboard, in pixels of the window. Undefined while none covers the page for this pane. */
export function useDock(pane: RefObject<HTMLElement | null>): number | undefined {
  const [keyboardTop, setTop] = useState<number>()
  useEffect(() => {
    const seen = window.visualViewport
    const place = () => {
      if (!seen) return
      const hidden = document.documentElement.clientHeight - seen.height * seen.scale
      const isDocked = hidden > leastHidden && pane.current?.contains(document.activeElement) === true
      // Browsers scroll the cursor to the edge of the visible viewport, which the bar covers.
      document.documentElement.style.scrollPaddingBottom = isDocked ? "4rem" : ""
      setTop(isDocked ? seen.offsetTop + seen.height : undefined)
    }
    seen?.addEventListener("resize", place)
    seen?.addEventListener("scroll", place)
    return () => {
      document.documentElement.style.scrollPaddingBottom = ""
      seen?.removeEventListener("resize", place)
      seen?.removeEventListener("scroll", place)
    }
  }, [pane])
  return keyboardTop
}
