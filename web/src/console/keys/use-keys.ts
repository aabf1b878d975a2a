import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { shownRoutes } from "../here.ts"

/** How long a page's letter may follow the key G. */
const waitMs = 1_500

interface Keys {
  onSearch(): void
  onHelp(): void
  onAssistant(): void
}

/**
 * Shortcuts of every page. ⌘K or Ctrl K: search; ⌘J or Ctrl J: assistant. Unless the person is typing or a sheet is
 * open: `?` lists the keys, C starts the page's main action, and G with a letter opens a page.
 */
export function useKeys({ onSearch, onHelp, onAssistant }: Keys): void {
  const navigate = useNavigate()
  useEffect(() => {
    const begin = () => document.querySelector<HTMLElement>('[data-main-action] [data-variant="filled"]')?.click()
    const goTo = (key: string) => {
      const route = shownRoutes().find((route) => route.key === key)
      if (route) navigate({ to: route.path })
    }
    const does: Record<string, () => void> = { "?": onHelp, c: begin }
    let goUntil = 0
    const press = (event: KeyboardEvent) => {
      if (pressAnywhere(event, { k: onSearch, j: onAssistant }) || isTaken(event)) return
      const isPlace = event.timeStamp < goUntil
      goUntil = event.key === "g" && !isPlace ? event.timeStamp + waitMs : 0
      if (isPlace) goTo(event.key)
      else does[event.key]?.()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [navigate, onSearch, onHelp, onAssistant])
}

/** Handles keys with ⌘ or Ctrl, also while the person is typing. Returns whether the key has an action. */
function pressAnywhere(event: KeyboardEvent, does: Readonly<Record<string, () => void>>): boolean {
  const { key, metaKey, ctrlKey, shiftKey, altKey } = event
  const act = (metaKey || ctrlKey) && !shiftKey && !altKey ? does[key] : undefined
  if (!act) return false
  event.preventDefault()
  act()
  return true
}

/** Whether another handler owns the key: a text field, an open sheet, the browser. */
function isTaken({ target, metaKey, ctrlKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest("input, textarea, select, [contenteditable='true']")
  return Boolean(isTyping || metaKey || ctrlKey || altKey || defaultPrevented || document.querySelector("dialog[open]"))
}
