import { useNavigate } from "@tanstack/react-router"
import { keepBusy, leaveBy } from "../../kit/loading/busy.ts"
import type { PaletteAction } from "./actions.ts"

/** Starts an action: opens its page, then focuses and presses the element that `press` selects. */
export function useGo(): (action: Pick<PaletteAction, "to" | "isElsewhere" | "search" | "press">) => void {
  const navigate = useNavigate()
  return async ({ to, isElsewhere, search = {}, press }) => {
    if (isElsewhere && to) return leaveBy(() => location.assign(to))
    if (to) await navigate({ to, search: search as never })
    if (press) pressOnceShown(press)
  }
}

/** How long a page may take to show the element. */
const waitMs = 3_000

function pressOnceShown(selector: string): void {
  const end = keepBusy("parts")
  const until = performance.now() + waitMs
  const look = () => {
    const element = document.querySelector<HTMLElement>(selector)
    element?.focus()
    element?.click()
    if (!element && performance.now() < until) requestAnimationFrame(look)
    else end()
  }
  look()
}
