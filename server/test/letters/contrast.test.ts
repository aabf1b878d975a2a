import assert from "node:assert/strict"
import { test } from "node:test"
import { type HTMLElement, NodeType, parse } from "node-html-parser"
import { readMail } from "#test/support/formats/read-mail.ts"
import { everyLetter } from "#test/support/letters/every-letter.ts"

type Rgb = readonly number[]
type Property = "color" | "background-color"
/** The colour in which a program draws a declared one. */
type Draw = (hex: string, property: Property) => Rgb

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

/** Relative luminance (WCAG 2.2). */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The same hue with the lightness of its opposite (HSL): black for white. */
function inverted(rgb: Rgb): Rgb {
  const shift = 1 - Math.max(...rgb) - Math.min(...rgb)
  return rgb.map((part) => part + shift)
}

const isLight = (rgb: Rgb) => luminance(rgb) > 0.18

/** How programs draw the colours of a letter that has no style element, or that they do not heed. */
const programs: Readonly<Record<string, Draw>> = {
  "a light one": rgbOf,
  "Gmail on iOS and Word in dark mode, which turn all colours round": (hex) => inverted(rgbOf(hex)),
  "Gmail on Android and Outlook's apps, which turn light grounds and dark words round": (hex, property) => {
    const rgb = rgbOf(hex)
    return isLight(rgb) === (property === "background-color") ? inverted(rgb) : rgb
  },
}

const hexIn = (declared: string, property: Property) =>
  new RegExp(`(?:^|[;{]\\s*)${property}:\\s*(#[0-9a-f]{6})`).exec(declared)?.[1]

/** The colours that the style element sets in dark mode, by their classes. */
function darkColours(html: string): (element: HTMLElement, property: Property) => string | undefined {
  const [, sheet = ""] = /prefers-color-scheme: dark\) \{([\s\S]*?)\n\}/.exec(html) ?? assert.fail("no dark mode")
  const rules = [...sheet.matchAll(/([^{}]+)(\{[^}]*\})/g)].map(([, names = "", declared = ""]) => ({
    names,
    declared,
  }))
  return (element, property) => {
    const ruled = rules.filter(({ names }) =>
      names.split(",").some((name) => element.classList.contains(name.trim().slice(1))),
    )
    return ruled.map(({ declared }) => hexIn(declared, property)).findLast((hex) => hex !== undefined)
  }
}

type Find = (element: HTMLElement, property: Property) => string | undefined

const inline: Find = (element, property) => hexIn(element.getAttribute("style") ?? "", property)

/** The colour of the nearest element that has one. */
function nearest(element: HTMLElement | null, property: Property, find: Find): string {
  if (element === null) return assert.fail(`no ${property}`)
  return find(element, property) ?? nearest(element.parentNode, property, find)
}

const hasWords = (element: HTMLElement) =>
  element.childNodes.some(({ nodeType, text }) => nodeType === NodeType.TEXT_NODE && text.trim() !== "")

test("all words of a letter have a contrast of 4.5 or more, in light, in dark, and in colours that programs turn round", async (t) => {
  for (const { name, eml } of await everyLetter(t)) {
    const { html = "" } = await readMail(eml)
    const inDark = darkColours(html)
    const schemes: [about: string, find: Find, draw: Draw][] = [
      ...Object.entries(programs).map(([about, draw]): [string, Find, Draw] => [about, inline, draw]),
      ["dark", (element, property) => inDark(element, property) ?? inline(element, property), rgbOf],
    ]
    const seen = parse(html).querySelectorAll("body > table *").filter(hasWords)
    assert.ok(seen.length > 3, name)
    for (const [about, find, draw] of schemes) {
      for (const element of seen) {
        const [words, ground] = (["color", "background-color"] as const).map((property) =>
          draw(nearest(element, property, find), property),
        )
        const found = contrast(words ?? [], ground ?? [])
        assert.ok(found >= 4.5, `${name}, ${about}: “${element.text.trim()}” has ${found.toFixed(2)}`)
      }
    }
  }
})
