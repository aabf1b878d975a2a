import assert from "node:assert/strict"
import { test } from "node:test"
import { Renderer } from "@takumi-rs/core"
import fc from "fast-check"
import { bare } from "#test/support/formats/bare.ts"
import { extendedWebp, webpChunk } from "#test/support/formats/picture-parts.ts"
import { cameraWords, exifOf, withExif } from "#test/support/formats/with-exif.ts"
import { readPictureHeader } from "./picture-header.ts"

const formats = ["jpeg", "png", "webp"] as const

const picture = (format: (typeof formats)[number]): Promise<Buffer> => {
  const half = (backgroundColor: string) => ({
    type: "container" as const,
    style: { width: 30, height: 40, backgroundColor },
  })
  const style = { width: 60, height: 40, display: "flex" as const }
  return new Renderer().render(
    { type: "container", style, children: [half("#ff0000"), half("#0000ff")] },
    { width: 60, height: 40, format },
  )
}

const pixelsOf = async (bytes: Buffer) =>
  new Renderer().render({ type: "image", src: bytes, width: 60, height: 40 }, { width: 60, height: 40, format: "raw" })

for (const format of formats) {
  test(`a ${format} keeps its pixels, its length and its orientation, and nothing of what the camera says`, async () => {
    const plain = await picture(format)
    for (const orientation of [1, 6]) {
      const photo = withExif(plain, orientation)
      assert.ok(photo.includes(cameraWords))

      const shown = await bare(photo)

      assert.equal(shown.length, photo.length)
      assert.equal(shown.includes(cameraWords.slice(0, 5)), false)
      assert.deepEqual(readPictureHeader(shown), { width: 60, height: 40, orientation })
      assert.deepEqual(await pixelsOf(shown), await pixelsOf(plain))
      for (const size of [1, 7, 100]) assert.deepEqual(await bare(photo, size), shown, `in parts of ${size}`)
    }
    assert.deepEqual(await bare(plain), plain, "a picture without such data is unchanged")
  })
}

test("a WebP keeps the orientation of Exif that begins as in a JPEG", async () => {
  const exif = Buffer.concat([Buffer.from("Exif\0\0"), exifOf(6)])
  const photo = extendedWebp(await picture("webp"), { flags: 0x08, after: [webpChunk("EXIF", exif)] })
  const shown = await bare(photo)
  assert.equal(readPictureHeader(shown)?.orientation, 6)
  assert.equal(shown.includes(cameraWords.slice(0, 5)), false)
})

test("an upright photograph has no Exif at all", async () => {
  for (const format of formats)
    assert.doesNotMatch((await bare(withExif(await picture(format), 1))).toString("latin1"), /exif/i)
})

test("other files are passed on unchanged, and broken pictures end", async () => {
  const [jpeg, png, webp] = await Promise.all(formats.map(async (format) => withExif(await picture(format), 3)))
  const file = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(jpeg, png, webp),
  )
  const cut = fc.tuple(file, fc.nat({ max: 400 }), fc.nat({ max: 255 }))
  await fc.assert(
    fc.asyncProperty(cut, fc.integer({ min: 1, max: 90 }), async ([whole, at, byte], size) => {
      const broken = Buffer.from(whole as Buffer)
      if (at < broken.length) broken[at] = byte
      assert.equal((await bare(broken, size)).length, broken.length)
      assert.equal((await bare(broken.subarray(0, at), size)).length, Math.min(at, broken.length))
    }),
    { numRuns: 50 },
  )
  const text = Buffer.from("no picture")
  assert.deepEqual(await bare(text, 3), text)
})
