import { cssOf } from "./parse-html.ts"

/** The mark before a task: `[ ]`, a character that looks like a box, or Roam's `{{[[TODO]]}}`. */
const written =
  /^\s*(?:[-*+•]\s+)?(?:\[([ x]?)\]|([☐☑☒🗹])[\ufe0e\ufe0f]?|\{\{(?:\[\[)?(TODO|DONE)(?:\]\])?\}\})(?:\s+|$)/iu

export function boxIn(text: string): { isDone: boolean; length: number } | undefined {
  const [all, inBrackets, drawn, word] = written.exec(text) ?? []
  if (all === undefined) return undefined
  const isDone = drawn === undefined ? /^(?:x|done)$/i.test(inBrackets ?? word ?? "") : drawn !== "☐"
  return { isDone, length: all.length }
}

export const isBoxPicture = (image: Element): boolean =>
  image.getAttribute("aria-roledescription") === "checkbox" ||
  /^(?:un)?checked$/i.test(image.getAttribute("alt") ?? "") ||
  /^to-do/i.test(image.getAttribute("data-tag") ?? "")

export function beginsWithBox(node: Node | undefined): boolean {
  if (!(node instanceof Element)) return false
  if (node.matches("input[type=checkbox], [role=checkbox], en-todo")) return true
  if (node.tagName === "IMG") return isBoxPicture(node)
  return beginsWithBox(
    [...node.childNodes].find(({ textContent, nodeType }) => nodeType === Node.ELEMENT_NODE || textContent?.trim()),
  )
}

/** Removes the box of a task from its element. Returns whether it is done; undefined if the element is no task. */
export function takeBox(item: Element, list?: Element): boolean | undefined {
  const said = saidBy(item, list)
  const drawn = takeDrawn(item)
  if (drawn !== undefined) takeText(item, /^[\s\u00a0]*/.exec(item.textContent)?.[0].length ?? 0)
  return takeWritten(item) ?? drawn ?? said
}

/** Reads a task's state from the attributes of Google Docs, other editors, Confluence, OneNote, Evernote and Quill. */
function saidBy(item: Element, list: Element | undefined): boolean | undefined {
  const role = item.getAttribute("role")
  if (role === "checkbox" || role === "menuitemcheckbox") return item.getAttribute("aria-checked") === "true"
  const state = item.getAttribute("data-checked") ?? item.getAttribute("data-done")
  if (state !== null) return state !== "false"
  const task = item.getAttribute("data-task-state")
  if (task !== null) return task === "DONE"
  const [, un] = /^(un)?checked$/.exec(item.getAttribute("data-list") ?? "") ?? ["", null]
  if (un !== null) return un === undefined
  const tag = item.getAttribute("data-tag")
  if (tag?.startsWith("to-do")) return tag.includes("completed")
  const [, own] = /--en-checked:\s*(true|false)/.exec(cssOf(item)) ?? []
  if (own !== undefined) return own === "true"
  return saidByClass(item, list)
}

function saidByClass(item: Element, list: Element | undefined): boolean | undefined {
  // Quip
  if (list?.closest("[data-section-style='7']")) return isDone(item)
  const isTasks = /(?:^|[\s_-])(?:check(?:list)?|tasks?|to-?dos?)(?![a-z])/i.test(list?.className ?? "")
  const hasStates = item.matches("[data-inline-task-id], [class*=task]") || [...(list?.children ?? [])].some(isDone)
  return isTasks && hasStates ? isDone(item) : undefined
}

const isDone = ({ className }: Element) => /(?:^|[\s_-])(?:checked|done|completed?)(?![\w-])/i.test(className)

function takeDrawn(item: Element): boolean | undefined {
  let isOn: boolean | undefined
  for (const box of item.querySelectorAll("input[type=checkbox], img, .checkbox, [role=checkbox], en-todo")) {
    if (box.closest("li") !== item.closest("li") || (box.tagName === "IMG" && !isBoxPicture(box))) continue
    isOn ??= isTicked(box)
    if (box.textContent.trim() === "") box.remove()
  }
  return isOn
}

function isTicked(box: Element): boolean {
  const words = `${box.getAttribute("alt") ?? ""} ${box.getAttribute("data-tag") ?? ""}`
  if (box.tagName === "IMG") return /^checked|completed/i.test(words.trim())
  const isOn = box.classList.contains("checkbox-on") || box.getAttribute("aria-checked") === "true"
  return (box.getAttribute("checked") ?? "false") !== "false" || isOn
}

function takeWritten(item: Element): boolean | undefined {
  const box = boxIn(item.textContent)
  takeText(item, box?.length ?? 0)
  return box?.isDone
}

export function takeText(item: Element, length: number): void {
  let left = length
  const texts = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode() as Text | null; text && left > 0; text = texts.nextNode() as Text | null) {
    const taken = Math.min(left, text.length)
    text.deleteData(0, taken)
    left -= taken
  }
}
