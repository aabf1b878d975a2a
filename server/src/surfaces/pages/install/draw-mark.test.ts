import assert from "node:assert/strict"
import { test } from "node:test"
import { inflateSync } from "node:zlib"
import { drawBadge } from "./draw-mark.ts"
import { badge } from "./manifest.ts"
import { serviceWorker } from "./service-worker.ts"

test("Android's badge is white and draws the mark by opacity alone", () => {
  const png = drawBadge(badge.side)
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [96, 96])
  const alphas = alphasOf(png)
  assert.equal(alphas.length, 96 * 96)
  assert.equal(alphas[0], 0, "a corner outside the mark is clear")
  assert.equal(alphas[95 * 96], 255, "the square in the corner below is not")
  assert.ok(
    alphas.some((alpha) => alpha > 0 && alpha < 255),
    "its edges are smooth",
  )
  assert.match(serviceWorker, /badge: "\/icons\/badge-96\.png"/)
})

/** The opacity of each pixel of an RGBA PNG. */
function alphasOf(png: Buffer): number[] {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  assert.equal(png[25], 6, "colours with opacity")
  const lines = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0))
  return Array.from(
    { length: 96 * 96 },
    (_, at) => lines[Math.floor(at / 96) * (96 * 4 + 1) + 1 + (at % 96) * 4 + 3] ?? -1,
  )
}
