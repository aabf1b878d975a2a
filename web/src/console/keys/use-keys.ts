import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { shownRoutes } from "../here.ts"

/** How long the key G waits for the letter of a place. */
const waitMs = 1_500

interface Keys {
  onSearch(): void
  onHelp(): void
  onAssistant(): void
}

/**
 * The keys that work on every page, but not while somebody types or a sheet is open: ⌘K or Ctrl K searches and
 * ⌘J or Ctrl J asks the assistant from anywhere, `?` tells the keys, C begins what the page is there for, and G with a letter goes to a place.
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

/** Does what a key does with ⌘ or Ctrl, whatever else has the keyboard. Answers whether it does anything. */
function pressAnywhere(event: KeyboardEvent, does: Readonly<Record<string, () => void>>): boolean {
  const { key, metaKey, ctrlKey, shiftKey, altKey } = event
  const act = (metaKey || ctrlKey) && !shiftKey && !altKey ? does[key] : undefined
  if (!act) return false
  event.preventDefault()
  act()
  return true
}

/** Whether a key belongs to something else: a field, an open sheet, the browser. */
function isTaken({ target, metaKey, ctrlKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest("input, textarea, select, [contenteditable='true']")
  return Boolean(isTyping || metaKey || ctrlKey || altKey || defaultPrevented || document.querySelector("dialog[open]"))
}
