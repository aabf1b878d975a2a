import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"

const tokens = readFileSync(new URL("./tokens.css", import.meta.url), "utf8")

/** Text and background colours that the kit's buttons, notices and texts combine. */
const pairs = [
  ["ink", "canvas"],
  ["ink", "surface"],
  ["ink", "sunken"],
  ["muted", "canvas"],
  ["muted", "surface"],
  ["muted", "sunken"],
  ["on-pigment", "pigment"],
  ["on-pigment", "pigment-hover"],
  ["pigment-text", "canvas"],
  ["pigment-text", "surface"],
  ["bad", "surface"],
  ["bad", "canvas"],
  ["bad", "bad-wash"],
  ["good", "good-wash"],
  ["note", "note-wash"],
] as const

test("all text, on final buttons too, has a contrast of 4.5 to 1 in both colour schemes", () => {
  const [light = "", dark = ""] = tokens.split("@media (prefers-color-scheme: dark)")
  const day = colours(light)
  for (const scheme of [day, { ...day, ...colours(dark) }]) {
    for (const [text, ground] of pairs) {
      const ratio = contrast(scheme[text] ?? "", scheme[ground] ?? "")
      assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`)
    }
  }
})

function colours(css: string): Record<string, string> {
  return Object.fromEntries([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]))
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
