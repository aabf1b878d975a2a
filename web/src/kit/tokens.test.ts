import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"

const tokens = readFileSync(new URL("./tokens.css", import.meta.url), "utf8")

/** The colours of texts, and those of what they stand on. Each text may stand on each ground. */
const texts = ["ink", "muted", "pigment-text", "bad", "good", "note"]
const grounds = ["canvas", "surface", "sunken", "wash", "good-wash", "bad-wash", "note-wash"]
/** Buttons and toasts. */
const others = [
  ["on-pigment", "pigment"],
  ["on-pigment", "pigment-hover"],
  ["canvas", "ink"],
] as const

test("each text has a contrast of 4.5 to 1 on each ground, in both colour schemes", () => {
  const pairs = [...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)), ...others]
  for (const scheme of [colours(0), colours(1)]) {
    for (const [text, ground] of pairs) {
      const ratio = contrast(scheme[text] ?? "", scheme[ground] ?? "")
      assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`)
    }
  }
})

/** Names on the colours of people, which the soak measures; tiles of a week; an icon; and the ground of pictures. */
const exceptions = [
  "color: #ffffff",
  "background: var(--of)",
  "background: var(--mark)",
  "color: var(--pigment)",
  "background: #fff",
]

test("the styles give texts and grounds no other colours", () => {
  const kinds = {
    color: [...texts, ...others.map(([text]) => text)],
    background: [...grounds, ...others.map(([, ground]) => ground)],
  }
  const source = new URL("../", import.meta.url)
  const found = readdirSync(source, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    if (!name.endsWith(".css")) return []
    const css = readFileSync(new URL(name, source), "utf8")
    return [...css.matchAll(/^\s*((color|background)(?:-color)?: ([^;]+));/gm)].flatMap(
      ([, line = "", kind, value = ""]) => {
        const named = [...value.matchAll(/var\(--([\w-]+)\)|#[0-9a-f]{3,8}/g)].map(([whole, token]) => token ?? whole)
        const isKnown = named.every((one) => kinds[kind as keyof typeof kinds].includes(one))
        return isKnown || exceptions.includes(line) ? [] : [`${name}: ${line}`]
      },
    )
  })
  assert.deepEqual(found, [])
})

/** The colours of the light scheme (0) or of the dark one (1). */
function colours(scheme: 0 | 1): Record<string, string> {
  const both = /--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g
  return Object.fromEntries(
    [...tokens.matchAll(both)].map(([, name, light, dark, always]) => [name, always ?? [light, dark][scheme]]),
  )
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
