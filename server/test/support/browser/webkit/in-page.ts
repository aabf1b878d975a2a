/**
 * The driver of WebKit bundles this file with the locators of Playwright, and puts it into each document. The global
 * `atelierInPage` has its functions.
 */
import { Ivya } from "ivya"
import { getAriaDisabled, isElementVisible } from "ivya/utils"

/** The part of a page's elements that is used here. The page's own types are unknown in this project of TypeScript. */
interface Found {
  readonly textContent: string | null
  readonly isConnected: boolean
  readonly ownerDocument: { getSelection(): { selectAllChildren(element: Found): void } | null }
  readonly readOnly?: boolean
  readonly ariaReadOnly?: string | null
  readonly control?: Found | null
  getBoundingClientRect(): Box
  getClientRects(): Iterable<Box>
  contains(other: Found): boolean
  closest(selector: string): Found | null
  scrollIntoView(options: object): void
  focus(): void
  select?(): void
}

declare const document: { elementFromPoint(x: number, y: number): Found | null }
declare const requestAnimationFrame: (next: () => void) => void

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** What the elements of a selector show. */
export interface Look {
  count: number
  isVisible: boolean
  text: string | null
}

/** What an element must be before an action. Later needs are checked where all earlier ones hold. */
export type Need = "visible" | "enabled" | "editable" | "stable" | "pressable"

export type Readiness = { element: object } | { lacks: string; isFinal?: boolean }

const ivya = Ivya.create({ browser: "webkit" })
const all = (selector: string) => ivya.queryLocatorSelectorAll(selector) as unknown as Found[]

/** Reads the elements of a selector. The text is that of the first. */
function look(selector: string): Look {
  const elements = all(selector)
  const [first] = elements
  return {
    count: elements.length,
    isVisible: first !== undefined && isElementVisible(first),
    text: first?.textContent ?? null,
  }
}

/** Returns the one element of a selector once it has all that an action needs, or the first thing that it lacks. */
async function ready(selector: string, needs: readonly Need[]): Promise<Readiness> {
  const elements = all(selector)
  const [element] = elements
  if (element === undefined) return { lacks: "no such element is on the page" }
  if (elements.length > 1) return { lacks: `${elements.length} elements match`, isFinal: true }
  for (const need of needs) {
    const lack = await lackOf(element, need)
    if (lack !== undefined) return { lacks: lack }
  }
  return { element }
}

const checks: Record<Need, (element: Found) => Promise<string | undefined> | string | undefined> = {
  visible: (element) => (isElementVisible(element) ? undefined : "it is not visible"),
  enabled: (element) => (getAriaDisabled(element) ? "it is disabled" : undefined),
  editable: (element) => (element.readOnly || element.ariaReadOnly === "true" ? "it is read-only" : undefined),
  stable: async (element) => {
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" })
    const before = placeOf(element)
    await new Promise<void>((next) => requestAnimationFrame(next))
    await new Promise<void>((next) => requestAnimationFrame(next))
    return placeOf(element) === before ? undefined : "it is moving"
  },
  pressable: (element) => {
    const [{ x, y, width, height } = element.getBoundingClientRect()] = element.getClientRects()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    const isHit = hit !== null && (element.contains(hit) || hit.closest("label")?.control === element)
    return isHit
      ? undefined
      : `${hit === null ? "nothing" : ivya.previewNode(hit as never)} receives presses in its place`
  },
}

function lackOf(element: Found, need: Need) {
  return element.isConnected ? checks[need](element) : "it left the page"
}

function placeOf(element: Found): string {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x, y, width, height].join(" ")
}

function focus(element: Found): void {
  element.focus()
}

/** Selects all text of a field or of an editable element, which typed text then replaces. */
function selectAll(element: Found): void {
  element.focus()
  if (element.select) element.select()
  else element.ownerDocument.getSelection()?.selectAllChildren(element)
}

const inPage = { look, ready, focus, selectAll }
export type InPage = typeof inPage

Object.assign(globalThis, { atelierInPage: inPage })
