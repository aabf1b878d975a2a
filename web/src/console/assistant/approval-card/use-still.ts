import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react"

/** A card must stand still this long before it can be answered. */
const stillMs = 400
const lookMs = 100

/**
 * Whether an element has stood still: a click on a card that just appeared or moved under the pointer was not meant
 * for it. `act` runs only for a trusted event on a still element.
 */
export function useStill(element: RefObject<HTMLElement | null>) {
  const [isStill, setStill] = useState(false)
  const place = useRef("")
  const since = useRef(0)
  useEffect(() => {
    const look = () => setStill(hasStood(element.current, place, since))
    look()
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [element])
  const act = (event: MouseEvent, does: () => void) => {
    if (event.nativeEvent.isTrusted && hasStood(element.current, place, since)) does()
  }
  return { isStill, act }
}

interface Kept<Value> {
  current: Value
}

function hasStood(element: HTMLElement | null, place: Kept<string>, since: Kept<number>): boolean {
  const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
  const now = [x, y, width, height].map(Math.round).join(" ")
  if (now !== place.current || document.hidden) since.current = performance.now()
  place.current = now
  return performance.now() - since.current >= stillMs
}
