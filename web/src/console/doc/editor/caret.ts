import { readPresence } from "../collaboration/presence.ts"

/** Another person's caret, with their name. Hidden from screen readers: WhoIsHere announces people. */
export function drawCaret(user: Record<string, unknown>): HTMLElement {
  const caret = document.createElement("span")
  const shown = readPresence(user)
  if (!shown) return caret
  caret.className = "doc-caret"
  caret.setAttribute("aria-hidden", "true")
  caret.style.setProperty("--of", shown.color)
  const name = document.createElement("span")
  name.textContent = shown.name
  caret.append(name)
  return caret
}

/** Another person's selection, in their colour. */
export function selectionLook(user: Record<string, unknown>): { style?: string } {
  const shown = readPresence(user)
  return shown ? { style: `background-color: ${shown.color}33` } : {}
}
