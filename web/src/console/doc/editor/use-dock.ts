import { type RefObject, useEffect } from "react"

/** In pixels: less than a keyboard, more than what browsers themselves show and hide at an edge. */
const leastHidden = 120

/** Has a bar stand on the keyboard of a phone while that covers the lower part of the page; it would be scrolled away above. */
export function useDock(pane: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport
    const place = () => {
      if (!seen || !bar.current) return
      const hidden = document.documentElement.clientHeight - seen.height * seen.scale
      const isDocked = hidden > leastHidden && pane.current?.contains(document.activeElement) === true
      bar.current.toggleAttribute("data-docked", isDocked)
      // Browsers scroll the cursor to the edge of what they take for free.
      document.documentElement.style.scrollPaddingBottom = isDocked ? "4rem" : ""
      bar.current.style.top = isDocked ? `${seen.offsetTop + seen.height - bar.current.offsetHeight}px` : ""
    }
    seen?.addEventListener("resize", place)
    seen?.addEventListener("scroll", place)
    return () => {
      document.documentElement.style.scrollPaddingBottom = ""
      seen?.removeEventListener("resize", place)
      seen?.removeEventListener("scroll", place)
    }
  }, [pane, bar])
}
