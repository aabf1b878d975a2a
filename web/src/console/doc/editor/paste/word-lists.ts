import { takeText } from "./boxes.ts"
import { cssOf } from "./parse-html.ts"

/** Word writes `mso-list:l0 level2 lfo1` for an item: its list, its level and the list's numbering. */
const listStyle = /mso-list:\s*(l\d+)\s+level(\d+)\s+(lfo\d+)/i

export function levelInWord(element: Element): number | undefined {
  // PowerPoint writes the level as a class.
  const [slide, deeper] = /^O(\d?)$/.exec(element.className) ?? []
  if (slide && markerIn(element)) return Number(deeper) + 1
  const [, , level] = listStyle.exec(cssOf(element)) ?? []
  if (level !== undefined) return Number(level)
  return isListParagraph(element) && writtenMarker.test(element.textContent) ? levelOfMargin(element) : undefined
}

/** Whether a mail program left traces of a Word list: the class, which some programs lengthen, or a hanging indent. */
const isListParagraph = (element: Element): boolean =>
  /(?:^|[\s_\d])(?:Mso)?ListParagraph/.test(element.className) || /text-indent:\s*-/.test(cssOf(element))

const writtenMarker = /^\s*([·•◦▪■§o–-]|\(?(?:[\p{L}\p{N}]{1,4}[.)])+)(?:\t|\s{2})\s*/u

const points = { pt: 1, in: 72, cm: 28.35, mm: 2.835, px: 0.75 } as const

function levelOfMargin(element: Element): number {
  const [, size, unit = "pt"] = /margin-left:\s*([\d.]+)(pt|in|cm|mm|px)/.exec(cssOf(element)) ?? []
  return Math.max(1, Math.round((Number(size ?? 0) * points[unit as keyof typeof points]) / 36))
}

export function listInWord(element: Element): string | undefined {
  const [, list, , numbering] = listStyle.exec(cssOf(element)) ?? []
  return list && `${list} ${numbering}`
}

/** A bullet is a sign, or the letter `o`; a number or letter of a list has a full stop or a bracket. */
const number = /^\(?(?:[\p{L}\p{N}]{1,6}[.)])*(?:[\p{L}\p{N}]{1,6}[.)]|\d+)$/u

/** Removes the bullet or number that Word writes into an item. Returns the list's type and first number. */
export function takeWordMarker(element: Element): { tag: "ul" | "ol"; start?: number } {
  const marker = markerIn(element)
  const [whole = "", written = ""] = marker ? [] : (writtenMarker.exec(element.textContent) ?? [])
  const text = marker?.textContent.trim() ?? written
  marker?.remove()
  takeText(element, whole.length)
  if (!number.test(text)) return { tag: "ul" }
  const [, last] = /(\d+)\D*$/.exec(text) ?? []
  return last === undefined ? { tag: "ol" } : { tag: "ol", start: Number(last) }
}

/** Turns the number of a heading into text, without the spaces that Word fills it up with. */
export function keepWordNumber(heading: Element): void {
  const marker = markerIn(heading)
  marker?.replaceWith(`${marker.textContent.trim()} `)
}

function markerIn(element: Element): Element | undefined {
  return [...element.querySelectorAll("[data-style]")].find((part) =>
    /mso-list:\s*ignore|mso-special-format:\s*(?:num)?bullet/i.test(cssOf(part)),
  )
}
