import assert from "node:assert/strict"
import { test } from "node:test"
import { deflateSync } from "node:zlib"
import { Renderer } from "@takumi-rs/core"
import fc from "fast-check"
import { findColorSpace } from "#kernel/pictures/color-space.ts"
import { pngChunk, withPngChunks } from "#test/support/formats/picture-parts.ts"
import { readPng } from "#test/support/formats/png.ts"
import {
  functionTag,
  iccProfile,
  pointsTag,
  powerTag,
  profiles,
  rgbProfile,
  withCodePoints,
  withGamma,
  withProfile,
  xyzTag,
} from "#test/support/formats/with-profile.ts"
import { remakePicture } from "./remake-picture.ts"

type Color = readonly [number, number, number]

const plain = ([red, green, blue]: Color, format: "png" | "jpeg" | "webp" = "png", alpha = 1): Promise<Buffer> =>
  new Renderer().render(
    {
      type: "container",
      style: { width: 64, height: 64, backgroundColor: `rgba(${red}, ${green}, ${blue}, ${alpha})` },
    },
    { width: 64, height: 64, format },
  )

async function shownColor(picture: Buffer): Promise<Color> {
  const made = await remakePicture(picture, { longestSide: 64, format: "png" })
  assert.ok(made)
  const word = readPng(made.bytes).at(32, 32)
  return [word >> 16, (word >> 8) & 0xff, word & 0xff]
}

function near(color: Color, expected: Color, { by = 1, of }: { by?: number; of: unknown }): void {
  const isNear = color.every((value, at) => Math.abs(value - (expected[at] ?? 0)) <= by)
  assert.ok(isNear, `${of}: ${color} is not ${expected}`)
}

const light = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const srgb = (of: number) => {
  const clipped = Math.min(1, Math.max(0, of))
  return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055))
}

/** From linear Display P3 and linear Adobe RGB to linear sRGB; all three have the white point D65. */
const fromP3 = [
  [1.22494, -0.22494, 0],
  [-0.04206, 1.04206, 0],
  [-0.01964, -0.07864, 1.09828],
] as const
const fromAdobe = [
  [1.39836, -0.39836, 0],
  [0, 1, 0],
  [0, -0.04293, 1.04293],
] as const

const toSrgb = (rows: readonly (readonly number[])[], linear: readonly number[]) =>
  rows.map((row) => srgb(row.reduce((sum, of, at) => sum + of * (linear[at] ?? 0), 0))) as unknown as Color

const p3ToSrgb = (color: Color) =>
  toSrgb(
    fromP3,
    color.map((value) => light(value / 255)),
  )
const adobeToSrgb = (color: Color) =>
  toSrgb(
    fromAdobe,
    color.map((value) => (value / 255) ** 2.19921875),
  )

const colors: Color[] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [200, 120, 60],
  [40, 90, 130],
  [10, 20, 5],
]
const greys: Color[] = [0, 1, 64, 128, 200, 255].map((grey) => [grey, grey, grey])

for (const format of ["png", "jpeg", "webp"] as const) {
  test(`colors of Display P3 in a ${format} become those of sRGB, and grey stays grey`, async () => {
    for (const color of colors) {
      const shown = await shownColor(withProfile(await plain(color, format), profiles.displayP3))
      near(shown, p3ToSrgb(color), { by: format === "png" ? 1 : 6, of: color })
    }
    for (const grey of greys)
      near(await shownColor(withProfile(await plain(grey, format), profiles.displayP3)), grey, { of: grey })
  })
}

test("profiles of Adobe RGB and ProPhoto, and curves as points, a power or a function, are read", async () => {
  for (const color of [...colors, ...greys]) {
    const png = await plain(color)
    near(await shownColor(withProfile(png, profiles.displayP3Points)), p3ToSrgb(color), { of: color })
    near(await shownColor(withProfile(png, profiles.adobeRgb)), adobeToSrgb(color), { of: color })
  }
  for (const [grey] of greys) {
    const expected = srgb((grey / 255) ** 1.8)
    near(await shownColor(withProfile(await plain([grey, grey, grey]), profiles.proPhoto)), [expected, expected, expected], { of: grey }) // biome-ignore format: one case
  }
  const green = await shownColor(withProfile(await plain([0, 255, 0]), profiles.proPhoto))
  near(green, [0, 255, 0], { of: "a colour beyond sRGB is cut at its edge" })
})

test("a picture of sRGB, or of no profile, keeps its pixels exactly", async () => {
  for (const color of [...colors, ...greys]) {
    const png = await plain(color)
    assert.deepEqual(await shownColor(png), color)
    assert.deepEqual(await shownColor(withProfile(png, profiles.srgb)), color)
    assert.deepEqual(await shownColor(withCodePoints(png, 1, 13)), color)
    assert.deepEqual(await shownColor(withGamma(png, 0.45455)), color)
  }
})

test("a PNG's own words for colors are read, in the order of its specification", async () => {
  const p3 = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]
  for (const color of colors) {
    const png = await plain(color)
    near(await shownColor(withCodePoints(png, 12, 13)), p3ToSrgb(color), { of: color })
    near(await shownColor(withGamma(png, 0.45455, p3)), p3ToSrgb(color), { of: color })
    const both = withCodePoints(withProfile(png, profiles.adobeRgb), 12, 13)
    near(await shownColor(both), p3ToSrgb(color), { of: "cICP counts before iCCP" })
    const srgbFirst = withPngChunks(withGamma(png, 1, p3), [pngChunk("sRGB", Buffer.from([0]))])
    assert.deepEqual(await shownColor(srgbFirst), color, "sRGB counts before gAMA and cHRM")
  }
  const linear = srgb(0.5 + 0.5 / 255)
  near(await shownColor(withGamma(await plain([128, 128, 128]), 1)), [linear, linear, linear], { of: "a power of one" })
})

test("a grey profile's curve is followed, and half-transparent pixels keep their transparency", async () => {
  const grey = iccProfile({ space: "GRAY", tags: { kTRC: powerTag(1.8) } })
  const expected = srgb((128 / 255) ** 1.8)
  near(await shownColor(withProfile(await plain([128, 128, 128]), grey)), [expected, expected, expected], {
    of: "grey",
  })

  const half = withProfile(await plain([200, 120, 60], "png", 0.5), profiles.displayP3)
  near(await shownColor(half), p3ToSrgb([200, 120, 60]), { by: 3, of: "half-transparent" })
})

test("a profile that is not understood changes nothing", async () => {
  const color: Color = [200, 120, 60]
  const png = await plain(color)
  const { displayP3 } = profiles
  const tables = Buffer.alloc(500, 7)
  const unknown: Record<string, Buffer> = {
    "of CMYK": iccProfile({ space: "CMYK", connection: "Lab ", tags: { A2B0: tables } }),
    "of Lab": iccProfile({ space: "Lab ", connection: "Lab ", tags: { A2B0: tables } }),
    "with tables only": iccProfile({ tags: { A2B0: tables } }),
    "with a power of zero": rgbProfile([[0.5, 0.2, 0], [0.3, 0.7, 0], [0.16, 0.1, 0.82]], powerTag(0)), // biome-ignore format: one case
    "without light": rgbProfile([[0, 0, 0], [0, 0, 0], [0, 0, 0]], powerTag(2)), // biome-ignore format: one case
    "with a function that is no number": rgbProfile([[0.5, 0.2, 0], [0.3, 0.7, 0], [0.16, 0.1, 0.82]], functionTag(1, [2.4, 0, 0])), // biome-ignore format: one case
    "with a curve beyond its end": rgbProfile([[0.5, 0.2, 0], [0.3, 0.7, 0], [0.16, 0.1, 0.82]], pointsTag([0, 1]).subarray(0, 13)), // biome-ignore format: one case
    "cut off": displayP3.subarray(0, 200),
    empty: Buffer.alloc(0),
    "of two places": iccProfile({ tags: { rXYZ: xyzTag([1, 1, 1]) } }),
  }
  for (const [kind, profile] of Object.entries(unknown))
    assert.deepEqual(await shownColor(withProfile(png, profile)), color, kind)
  const bomb = Buffer.concat([Buffer.from("A\0\0"), deflateSync(Buffer.alloc(50_000_000))])
  assert.deepEqual(await shownColor(withPngChunks(png, [pngChunk("iCCP", bomb)])), color, "a bomb")
  for (const primaries of [0, 2, 22, 255]) assert.deepEqual(await shownColor(withCodePoints(png, primaries, 13)), color)
  for (const places of [Array(8).fill(0), Array(8).fill(0.3)]) {
    assert.deepEqual(await shownColor(withGamma(png, 0.45455, places)), color, "places without an area")
  }
  assert.deepEqual(await shownColor(withGamma(png, 0)), color, "no power")
})

test("no profile takes long, and none throws", async () => {
  const pictures = await Promise.all((["png", "jpeg", "webp"] as const).map((format) => plain([200, 120, 60], format)))
  const profile = fc
    .tuple(fc.constantFrom(...Object.values(profiles)), fc.array(fc.tuple(fc.nat({ max: 600 }), fc.nat({ max: 255 }))))
    .map(([whole, changes]) => {
      const broken = Buffer.from(whole)
      for (const [at, byte] of changes) if (at < broken.length) broken[at] = byte
      return broken
    })
  fc.assert(
    fc.property(profile, fc.constantFrom(...pictures), (profile, picture) => {
      const space = findColorSpace(withProfile(picture, profile))
      assert.ok(space === undefined || space.curves.every((curve) => curve.every((light) => light >= 0 && light <= 1)))
    }),
    { numRuns: 500 },
  )
  const endless = Buffer.alloc(1_000_000)
  profiles.displayP3.copy(endless)
  endless.writeUInt32BE(0xffff_ffff, 128)
  const curve = pointsTag([0, 1])
  curve.writeUInt32BE(0xffff_ffff, 8)
  const long = [endless, rgbProfile([[0.5, 0.2, 0], [0.3, 0.7, 0], [0.16, 0.1, 0.82]], curve)] // biome-ignore format: one case
  const start = performance.now()
  for (const profile of long) findColorSpace(withProfile(pictures[0] ?? Buffer.alloc(0), profile))
  assert.ok(performance.now() - start < 500, "endless tags and points have a bound")
})
