import assert from "node:assert/strict"
import { test } from "node:test"
import { readPng } from "#test/support/formats/png.ts"
import { writePng } from "./write-png.ts"

const size = { width: 64, height: 16 }
const paper = 0xfbf8f2

/** An RGBA picture of `paper` with one pixel of each of `others`. */
function picture(others: number[], alpha = 0xff): Uint8Array {
  const colors = Array.from({ length: size.width * size.height }, (_, at) => others[at] ?? paper)
  return Uint8Array.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff, alpha]))
}

/** The colour that each of `others` has in the file, and whether the file has a palette. */
function written(others: number[], alpha?: number) {
  const png = writePng(picture(others, alpha), size)
  const read = readPng(png)
  assert.equal(read.at(size.width - 1, size.height - 1), paper)
  return {
    read: others.map((_, at) => read.at(at % size.width, Math.floor(at / size.width))),
    hasPalette: png.includes("PLTE"),
  }
}

/** Colours that are far from each other. */
const shades = (count: number) =>
  Array.from({ length: count }, (_, at) => [at % 7, Math.floor(at / 7) % 7, Math.floor(at / 49)]).map(
    ([red = 0, green = 0, blue = 0]) => (red << 21) | (green << 13) | (blue << 5),
  )

test("256 colours are written as they are, with a palette", () => {
  const others = shades(255)
  assert.deepEqual(written(others), { read: others, hasPalette: true })
})

test("with a few more colours, the rarest take the nearest of the others", () => {
  const others = [...shades(255), paper, ...shades(40).map((shade) => shade + 1)]
  const { read, hasPalette } = written(others)
  assert.ok(hasPalette)
  assert.deepEqual(read.slice(0, 256), others.slice(0, 256))
  assert.deepEqual(read.slice(256), shades(40), "each lies one step beside a common one")
})

test("a picture with many colours, or a translucent one, keeps all colours", () => {
  const many = Array.from({ length: 600 }, (_, at) => at * 0x111)
  assert.deepEqual(written(many), { read: many, hasPalette: false })
  assert.deepEqual(written([0x123456], 0x80), { read: [0x123456], hasPalette: false })
  assert.deepEqual(written([0, 0], 0), { read: [0, 0], hasPalette: false })
})
