import assert from "node:assert/strict"
import { test } from "node:test"
import { Renderer } from "@takumi-rs/core"
import { readPng } from "#test/support/formats/png.ts"
import { cameraWords, withExif } from "#test/support/formats/with-exif.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openImages } from "./remaker.ts"

/** A picture whose left half is red and whose right half is blue. */
async function twoHalves(format: "png" | "jpeg" | "webp", [width, height] = [200, 100]): Promise<Buffer> {
  const half = (backgroundColor: string) => ({
    type: "container" as const,
    style: { width: width / 2, height, backgroundColor },
  })
  const node = { type: "container" as const, style: { width, height }, children: [half("#ff0000"), half("#0000ff")] }
  return new Renderer().render({ ...node, style: { ...node.style, display: "flex" } }, { width, height, format })
}

function opened(t: { after(cleanUp: () => unknown): void }, options = {}) {
  const images = openImages(silentLog, options)
  t.after(() => images.close())
  return images
}

const small = { longestSide: 64, format: "png", accountId: "ada" } as const
const red = (color: number) => color >> 16 > 200 && (color & 0xff) < 60
const blue = (color: number) => color >> 16 < 60 && (color & 0xff) > 200

for (const format of ["png", "jpeg", "webp"] as const) {
  test(`a ${format} is scaled down and keeps its proportions`, async (t) => {
    const made = await opened(t).remake(await twoHalves(format), small)

    assert.deepEqual([made.width, made.height, made.contentType], [64, 32, "image/png"])
    const picture = readPng(made.bytes)
    assert.ok(red(picture.at(4, 16)))
    assert.ok(blue(picture.at(60, 16)))
  })
}

test("a small picture keeps its size, and can be written as WebP", async (t) => {
  const made = await opened(t).remake(await twoHalves("png"), { ...small, longestSide: 1_000, format: "webp" })

  assert.deepEqual([made.width, made.height, made.contentType], [200, 100, "image/webp"])
  assert.equal(Buffer.from(made.bytes).toString("latin1", 8, 12), "WEBP")
})

for (const format of ["jpeg", "png", "webp"] as const) {
  test(`a ${format} of a camera is turned upright, and the camera's other data is removed`, async (t) => {
    const photo = withExif(await twoHalves(format), 6)
    assert.ok(photo.includes(cameraWords))

    const made = await opened(t).remake(photo, small)

    assert.deepEqual([made.width, made.height], [32, 64])
    assert.equal(Buffer.from(made.bytes).includes(cameraWords), false)
    const picture = readPng(made.bytes)
    assert.ok(red(picture.at(16, 4)), "what was left is on top")
    assert.ok(blue(picture.at(16, 60)))
  })
}

test("data after the picture in its file is not in the result", async (t) => {
  const withTail = Buffer.concat([await twoHalves("png"), Buffer.from("<script>alert(1)</script>")])

  const made = await opened(t).remake(withTail, small)

  assert.equal(Buffer.from(made.bytes).includes("script"), false)
})

test("a file that is no picture, or cannot be decoded, is refused", async (t) => {
  const images = opened(t)
  const png = await twoHalves("png")
  const broken = Buffer.concat([png.subarray(0, 40), Buffer.from("no pixels at all")])
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')
  for (const bytes of [Buffer.from("hello"), Buffer.alloc(0), svg, png.subarray(0, 10), broken]) {
    await assert.rejects(images.remake(bytes, small), { code: "invalid_request", message: /cannot|can be read/ })
  }
})

test("a small file whose header claims very many pixels is refused before decoding", async (t) => {
  const bomb = await twoHalves("png")
  bomb.writeUInt32BE(100_000, 16)
  bomb.writeUInt32BE(100_000, 20)

  await assert.rejects(opened(t).remake(bomb, small), { code: "invalid_request", message: /60 million/ })
})

test("an account waits for one picture of another account at most, and each account may queue a few", async (t) => {
  const images = opened(t)
  const png = await twoHalves("png")
  const order: string[] = []
  const wish = async (accountId: string) => {
    await images.remake(png, { ...small, accountId })
    order.push(accountId)
  }
  const own = Array.from({ length: 7 }, () => wish("ada"))
  const refused = assert.rejects(own[6] ?? Promise.resolve(), { code: "rate_limited", message: /Too many pictures/ })
  await wish("ben")
  assert.ok(order.length <= 2, `${order.length} were made before`)
  await Promise.all([refused, ...own.slice(0, -1)])
})

test("a picture that takes too long is refused, and the next one works", async (t) => {
  const png = await twoHalves("png")
  await assert.rejects(opened(t, { deadlineMs: 1 }).remake(png, small), { code: "invalid_request" })

  const images = opened(t)
  const all = await Promise.all([images.remake(png, small), images.remake(png, small)])
  assert.deepEqual(all[0].bytes, all[1].bytes)
})
