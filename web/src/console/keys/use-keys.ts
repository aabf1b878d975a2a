import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { shownRoutes } from "../here.ts"
import { currentRow, rowSteps, stepRow } from "../ui/rows.ts"
import { singleKeys } from "./single-keys.ts"

/** How long a page's letter may follow the key G. */
const waitMs = 1_500

interface Keys {
  onSearch(): void
  onHelp(): void
  onAssistant(): void
}

/**
 * Shortcuts of every page. ⌘K or Ctrl K: search; ⌘J or Ctrl J: assistant. Unless the person is typing, a sheet is open
 * or the person has switched single keys off: `?` lists the keys, C starts the page's main action, `/` focuses the
 * search, G with a letter opens a page, and a list's keys work without a focused row.
 */
export function useKeys({ onSearch, onHelp, onAssistant }: Keys): void {
  const navigate = useNavigate()
  useEffect(() => {
    const begin = () => document.querySelector<HTMLElement>('[data-main-action] [data-variant="filled"]')?.click()
    const goTo = (key: string) => {
      const route = shownRoutes().find((route) => route.key === key)
      if (route) navigate({ to: route.path })
    }
    const does: Record<string, () => unknown> = { ...listKeys, "?": onHelp, c: begin }
    let goUntil = 0
    const press = (event: KeyboardEvent) => {
      if (pressAnywhere(event, { k: onSearch, j: onAssistant }) || isTaken(event) || !singleKeys.areOn()) return
      const isPlace = event.timeStamp < goUntil
      goUntil = event.key === "g" && !isPlace ? event.timeStamp + waitMs : 0
      if (isPlace) goTo(event.key)
      else if (does[event.key]?.()) event.preventDefault()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [navigate, onSearch, onHelp, onAssistant])
}

/** The keys of a page with a list. Each returns whether it did something. */
const listKeys: Record<string, () => boolean> = {
  "/": () => focus(document.querySelector<HTMLElement>('main input[type="search"]')),
  ...Object.fromEntries(Object.entries(rowSteps).map(([key, step]) => [key, () => stepRow(step)])),
  Enter: () => pressOnRow("Enter"),
  x: () => pressOnRow("x"),
}

function focus(element: HTMLElement | null): boolean {
  element?.focus()
  return element !== null
}

/** Presses a key on the current row, unless another element has the focus. */
function pressOnRow(key: string): boolean {
  const row = document.activeElement === document.body ? currentRow() : undefined
  row?.focus()
  row?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
  return row !== undefined
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
