import { type RefObject, useEffect } from "react"

/** In pixels: less than a keyboard's height, more than the browser's own bars. */
const leastHidden = 120

/** Docks the bar on a phone's keyboard while it is open; otherwise the bar would be scrolled out of view. */
export function useDock(pane: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport
    const place = () => {
      if (!seen || !bar.current) return
      const hidden = document.documentElement.clientHeight - seen.height * seen.scale
      const isDocked = hidden > leastHidden && pane.current?.contains(document.activeElement) === true
      bar.current.toggleAttribute("data-docked", isDocked)
      // Browsers scroll the cursor to the edge of the visible viewport, which the bar covers.
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
