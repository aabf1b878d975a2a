import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { shownRoutes } from "../console-data.ts"
import { currentRow, rowSteps, stepRow } from "../ui/rows.ts"
import { consoleKeys } from "./shortcuts.ts"
import { singleKeys } from "./single-keys.ts"

/** How long after the key G the letter of a page is accepted. */
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
    const { search, assistant, create, help } = consoleKeys.everywhere
    const does = { ...listKeys, ...byKey(create, begin), ...byKey(help, onHelp) }
    const doesAnywhere = { ...byKey(search, onSearch), ...byKey(assistant, onAssistant) }
    let goUntil = 0
    const press = (event: KeyboardEvent) => {
      // A key has one owner: the handler nearest to the focus, which prevents the default.
      if (event.defaultPrevented || pressAnywhere(event, doesAnywhere) || isTaken(event) || !singleKeys.areOn()) return
      const isPlace = event.timeStamp < goUntil
      goUntil = event.key === "g" && !isPlace ? event.timeStamp + waitMs : 0
      if (isPlace) goTo(event.key)
      else if (does[event.key]?.()) event.preventDefault()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [navigate, onSearch, onHelp, onAssistant])
}

type Actions = Readonly<Record<string, () => unknown>>

const byKey = (keys: readonly string[], act: (key: string) => unknown): Actions =>
  Object.fromEntries(keys.map((key) => [key, () => act(key)]))

/** The keys of a page with a list. Each returns whether it did something. */
const listKeys: Actions = {
  ...byKey(consoleKeys.everywhere.find, () => focus(document.querySelector<HTMLElement>('main input[type="search"]'))),
  ...byKey(consoleKeys.lists.move, (key) => stepRow(rowSteps[key] ?? 1)),
  ...byKey(consoleKeys.lists.open, pressOnRow),
  ...byKey(consoleKeys.lists.select, pressOnRow),
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
function pressAnywhere(event: KeyboardEvent, does: Actions): boolean {
  const act = does[nameOfPress(event) ?? ""]
  if (!act) return false
  event.preventDefault()
  act()
  return true
}

/** Whether the key belongs to a text field, an open sheet or the browser. */
function isTaken({ target, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest("input, textarea, select, [contenteditable='true']")
  return Boolean(isTyping || metaKey || ctrlKey || altKey || document.querySelector("dialog[open]"))
}

/** The name of a pressed key with ⌘ or Ctrl, in the table's syntax. Undefined without these, or with others. */
function nameOfPress({ key, metaKey, ctrlKey, shiftKey, altKey }: KeyboardEvent): string | undefined {
  return (metaKey || ctrlKey) && !shiftKey && !altKey ? `Mod-${key}` : undefined
}
