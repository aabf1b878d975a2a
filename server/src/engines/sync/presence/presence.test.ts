import assert from "node:assert/strict"
import { test } from "node:test"
import { type Claims, openColors, rewritePresence } from "./presence.ts"

const ada = { account: "account_ada", name: "Ada", color: "#c2410c" }
const bo = { account: "account_bo", name: "Bo", color: "#0369a1" }
const place = { type: null, tname: "text", item: { client: 1, clock: 2 }, assoc: 0 }

const states = (entries: Record<number, object>) =>
  new Map(Object.entries(entries).map(([client, state]) => [Number(client), state as Record<string, unknown>]))

test("the name, the color and all other claims of a browser about its person are replaced", () => {
  const shown = states({
    7: {
      user: { name: "Bo", color: "red; background: url(//evil)" },
      html: "<b>",
      cursor: { anchor: place, head: place },
    },
  })

  assert.equal(rewritePresence(shown, ada, { claims: new Map(), own: undefined }), 7)

  assert.deepEqual([...shown], [[7, { user: ada, cursor: { anchor: place, head: place } }]])
})

test("a client id stays with the account that showed it first, even while that account is away", () => {
  const claims: Claims = new Map()
  rewritePresence(states({ 7: {} }), ada, { claims, own: undefined })

  const spoofed = states({ 7: { cursor: null } })
  assert.equal(rewritePresence(spoofed, bo, { claims, own: undefined }), undefined)
  assert.equal(spoofed.size, 0)

  assert.equal(rewritePresence(states({ 7: {} }), ada, { claims, own: undefined }), 7, "ada's next connection may")
})

test("a connection shows one client and none of the other states that it sends", () => {
  const shown = states({ 8: {}, 7: {} })
  assert.equal(rewritePresence(shown, ada, { claims: new Map(), own: 7 }), 7)
  assert.deepEqual([...shown.keys()], [7])
})

for (const [what, cursor] of Object.entries<unknown>({
  "is text": "here",
  "has one end": { anchor: place },
  "names another part of the doc": { anchor: { ...place, tname: "x" }, head: place },
  "has a negative clock": { anchor: { ...place, item: { client: 1, clock: -1 } }, head: place },
  "has a fractional clock": { anchor: { ...place, item: { client: 1, clock: 0.5 } }, head: place },
  "has no position": { anchor: { type: null, tname: null, item: null }, head: place },
  "has an unknown association": { anchor: { ...place, assoc: "left" }, head: place },
})) {
  test(`a cursor that ${what} is not shown`, () => {
    const shown = states({ 7: { cursor } })
    rewritePresence(shown, ada, { claims: new Map(), own: undefined })
    assert.deepEqual(shown.get(7), { user: ada, cursor: null })
  })
}

test("the first twelve people in a doc have different colors, and each keeps their color", () => {
  const colorOf = openColors()
  const given = Array.from({ length: 12 }, (_, at) => colorOf(`account_${at}`))
  assert.equal(new Set(given).size, 12)
  assert.equal(colorOf("account_3"), given[3])
  assert.equal(openColors()("account_3"), openColors()("account_3"), "in each doc, where it is free")
})

/** WCAG 2.2's relative luminance. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test("white text can be read on each color", () => {
  const colorOf = openColors()
  for (let at = 0; at < 12; at++) {
    const color = colorOf(`account_${at}`)
    assert.ok(1.05 / (luminanceOf(color) + 0.05) >= 4.5, color)
  }
})
