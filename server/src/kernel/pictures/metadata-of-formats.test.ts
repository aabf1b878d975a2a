import assert from "node:assert/strict"
import { test } from "node:test"
import { Renderer } from "@takumi-rs/core"
import fc from "fast-check"
import { bare } from "#test/support/formats/bare.ts"
import { gif, gifComment, gifFrame, gifLoop, gifProgram, gifXmp } from "#test/support/formats/gif.ts"
import { exifItem, heif, heifBox, pictureItem } from "#test/support/formats/heif.ts"
import { jpegSegment, pngChunk, withJpegSegments, withPngChunks } from "#test/support/formats/picture-parts.ts"
import { readPng } from "#test/support/formats/png.ts"
import { openTiff } from "#test/support/formats/tiff.ts"
import { cameraWords, exifOf } from "#test/support/formats/with-exif.ts"
import { profiles, withProfile } from "#test/support/formats/with-profile.ts"

const words = Buffer.from(cameraWords)

/** Passes a picture on in parts of several sizes. What comes out has its length, and no word of the camera. */
async function shown(file: Buffer): Promise<Buffer> {
  assert.ok(file.includes(cameraWords), "the original has the words")
  const bytes = await bare(file)
  assert.equal(bytes.length, file.length)
  assert.doesNotMatch(bytes.toString("latin1"), /taken|52\.52|Apple/)
  for (const size of [1, 7, 100]) assert.ok((await bare(file, size)).equals(bytes), `in parts of ${size}`)
  return bytes
}

const xmp = { type: "mime", bytes: words }

test("an AVIF and a HEIC lose the items of Exif and XMP, and keep their pixels, colors and turn", async () => {
  const avif = { items: [pictureItem, exifItem(exifOf(6)), xmp] }
  const inner = { items: [pictureItem, { ...exifItem(exifOf(6)), isInner: true }, { ...xmp, isInner: true }] }
  const kinds = {
    "an AVIF": avif,
    "with the texts in its description": inner,
    "with long numbers": { ...avif, isLong: true },
    "whose description follows the pixels": { ...avif, isLast: true },
    "a HEIC": { ...avif, brand: "heic" },
    "a HEIF of many pictures": { ...avif, brand: "msf1" },
  }
  for (const [kind, described] of Object.entries(kinds)) {
    const file = heif(described)
    const bytes = await shown(file)
    assert.ok(bytes.includes(pictureItem.bytes), kind)
    assert.ok(bytes.includes(profiles.displayP3), kind)
    const plain = heif({ ...described, items: described.items.map((item) => ({ ...item, bytes: item === pictureItem ? item.bytes : Buffer.alloc(item.bytes.length) })) }) // biome-ignore format: one case
    const differs = plain.reduce((count, byte, at) => count + (byte === bytes[at] ? 0 : 1), 0)
    assert.ok(
      differs <= 4,
      `${kind}: besides zeros, there is only the beginning of an empty Exif, not ${differs} bytes`,
    )
  }
})

test("an AVIF and a HEIC lose thumbnails, the film of a motion photo, and boxes of programs", async () => {
  const thumbnail = { type: "av01", bytes: words, isThumbnail: true }
  const alpha = { type: "av01", bytes: Buffer.from("another layer") }
  const after = [heifBox("mpvd", heifBox("ftyp", Buffer.from("mp42")), words), heifBox("uuid", words), words]
  const bytes = await shown(heif({ items: [pictureItem, thumbnail, alpha], after }))
  assert.ok(bytes.includes(pictureItem.bytes))
  assert.ok(bytes.includes(alpha.bytes), "the layer of transparency belongs to the pixels")

  const userData = heifBox("udta", words)
  const track = heifBox("trak", heifBox("tkhd", Buffer.from("kept")), userData)
  const sequence = await shown(heif({ items: [pictureItem], after: [heifBox("moov", heifBox("mvhd", Buffer.from("too")), track, userData)] })) // biome-ignore format: one case
  assert.ok(sequence.includes("kept"))
  assert.ok(sequence.includes("too"))
})

test("boxes that cannot be understood are not shown, and take no time", async () => {
  const file = heif({ items: [pictureItem, exifItem(exifOf(6))] })
  const metaAt = file.indexOf("meta") - 4
  const large = Buffer.concat([file.subarray(0, metaAt), Buffer.from("00000001", "hex"), Buffer.from("meta"), Buffer.from("0000010000000000", "hex"), file.subarray(metaAt + 8)]) // biome-ignore format: one case
  assert.deepEqual((await bare(large)).subarray(metaAt), Buffer.alloc(large.length - metaAt))
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: file.length - 1 }), fc.nat({ max: 255 }), async (at, byte) => {
      const broken = Buffer.from(file)
      broken[at] = byte
      assert.equal((await bare(broken, 50)).length, file.length)
      assert.equal((await bare(broken.subarray(0, at), 50)).length, at)
    }),
    { numRuns: 300 },
  )
})

const halves = async (file: Buffer) => {
  const png = await new Renderer().render({ type: "image", src: file, width: 8, height: 8 }, { width: 8, height: 8, format: "png" }) // biome-ignore format: one case
  const { at } = readPng(png)
  return [at(1, 4), at(6, 4)]
}

test("a GIF loses comments, XMP and data of programs, and keeps its frames, its times and its loop", async () => {
  const frames = [gifFrame(), gifFrame()]
  const long = gifXmp(`<x:xmpmeta>${cameraWords.repeat(400)}</x:xmpmeta>`)
  const talk = [gifComment(cameraWords), gifComment(cameraWords.repeat(90)), long, gifProgram("MGK8BIM0000", words)]
  const file = Buffer.concat([gif(gifLoop, ...talk, ...frames, gifXmp(cameraWords)), words])

  const bytes = await shown(file)

  assert.doesNotMatch(bytes.toString("latin1"), /XMP|xmpmeta|8BIM/)
  assert.ok(bytes.includes(gifLoop), "it still loops")
  for (const frame of frames) assert.ok(bytes.includes(frame))
  assert.deepEqual(await halves(bytes), [0xff0000, 0x0000ff])
  const plain = gif(gifLoop, ...frames)
  assert.ok((await bare(plain)).equals(plain), "a GIF without words is unchanged")
})

test("broken GIFs end", async () => {
  const file = gif(gifLoop, gifComment(cameraWords), gifFrame(), gifXmp(cameraWords))
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: file.length - 1 }), fc.nat({ max: 255 }), async (at, byte) => {
      const broken = Buffer.from(file)
      broken[at] = byte
      assert.equal((await bare(broken, 50)).length, file.length)
      assert.equal((await bare(broken.subarray(0, at), 3)).length, at)
    }),
    { numRuns: 200 },
  )
})

for (const isLittle of [true, false]) {
  test(`a TIFF in ${isLittle ? "little" : "big"} endian keeps its pixels, its profile and its turn, and loses all else`, async () => {
    const { short, long, text, directory, header } = openTiff(isLittle)
    const strip = Buffer.from("the pixels of the picture, red and blue")
    const stripAt = 8
    const exifAt = stripAt + strip.length
    const exif = directory(exifAt, [text(0x9003, cameraWords), { tag: 0x927c, type: 7, bytes: words }])
    const placeAt = exifAt + exif.length
    const place = directory(placeAt, [text(1, "N"), text(2, cameraWords)])
    const secondAt = placeAt + place.length
    const second = directory(secondAt, [short(256, 1), text(270, cameraWords)])
    const firstAt = secondAt + second.length
    const profile = { tag: 34_675, type: 7, bytes: profiles.adobeRgb } as const
    const pixels = [short(256, 8), short(257, 8), short(258, 8, 8, 8), long(273, stripAt), short(274, 6), long(279, strip.length)] // biome-ignore format: one case
    const talk = [text(270, cameraWords), text(271, "Apple"), text(305, "52.52"), { tag: 700, type: 7, bytes: words } as const] // biome-ignore format: one case
    const first = directory(
      firstAt,
      [...pixels, ...talk, profile, long(34_665, exifAt), long(34_853, placeAt)],
      secondAt,
    )
    const file = Buffer.concat([header(firstAt), strip, exif, place, second, first])

    const bytes = await shown(file)

    assert.ok(bytes.includes(strip))
    assert.ok(bytes.includes(profiles.adobeRgb))
    const kept = directory(firstAt, pixels)
    assert.ok(bytes.includes(kept.subarray(2, 2 + 12 * 2)), "its size stays")
    assert.ok(bytes.includes(short(274, 6).bytes), "its turn stays")
    for (let at = 0; at < file.length; at += 3) {
      const broken = Buffer.from(file)
      broken[at] = 0xff
      assert.equal((await bare(broken, 200)).length, file.length)
    }
  })
}

test("a JPEG loses previews of every kind, and what follows its end, and keeps its colors", async () => {
  const style = { width: 60, height: 40, backgroundColor: "#ff0000" }
  const plain = await new Renderer().render({ type: "container", style }, { width: 60, height: 40, format: "jpeg" })
  const jfif = Buffer.concat([Buffer.from("JFIF\0"), Buffer.from([1, 2, 0, 0, 1, 0, 1, 2, 4]), words])
  const film = Buffer.concat([Buffer.from("MotionPhoto_Data"), heifBox("ftyp", Buffer.from("mp42")), words])
  const talk = [
    jpegSegment(0xe0, jfif),
    jpegSegment(0xe0, Buffer.concat([Buffer.from("JFXX\0\x10"), words])),
    jpegSegment(0xe1, Buffer.concat([Buffer.from("http://ns.adobe.com/xap/1.0/\0"), words])),
    jpegSegment(0xe1, Buffer.concat([Buffer.from("http://ns.adobe.com/xmp/extension/\0"), words])),
    jpegSegment(0xe2, Buffer.concat([Buffer.from("MPF\0MM\0*"), words])),
    jpegSegment(0xeb, Buffer.concat([Buffer.from("JP\0\x01jumb"), words])),
    jpegSegment(0xed, Buffer.concat([Buffer.from("Photoshop 3.0\0"), words])),
    jpegSegment(0xef, words),
  ]
  const photo = Buffer.concat([withProfile(withJpegSegments(plain, talk), profiles.displayP3), plain, film])

  const bytes = await shown(photo)

  assert.ok(bytes.includes(profiles.displayP3.subarray(300)), "its profile stays, since its pixels do")
  assert.equal(bytes.indexOf("JFIF"), photo.indexOf("JFIF"))
  assert.equal(bytes.indexOf(plain), -1, "the second picture is gone")
})

test("a PNG loses texts of every kind, and what follows its end, and keeps its colors", async () => {
  const style = { width: 9, height: 9, backgroundColor: "#ff0000" }
  const plain = await new Renderer().render({ type: "container", style }, { width: 9, height: 9, format: "png" })
  const texts = ["tEXt", "zTXt", "iTXt", "tIME", "caBX", "dSIG"].map((type) => pngChunk(type, words))
  // Words after the end may look like a chunk of the picture.
  const after = pngChunk("IDAT", words)
  const cut = Buffer.concat([withPngChunks(withProfile(plain, profiles.displayP3), texts), after])

  const bytes = await shown(cut)

  assert.ok(bytes.includes("iCCP"))
  assert.deepEqual(readPng(bytes.subarray(0, bytes.length - after.length)).at(4, 4), 0xff0000)
})
