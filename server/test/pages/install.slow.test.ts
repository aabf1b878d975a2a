import assert from "node:assert/strict"
import { test } from "node:test"
import { readPng } from "#test/support/formats/png.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

test("200: the console can be installed, with icons of the sizes in its manifest", async (t) => {
  const { server, visit } = await pageWorld(t)
  const answer = await server.inject({ url: "/manifest.webmanifest" })
  assert.equal(answer.headers["content-type"], "application/manifest+json; charset=utf-8")
  const { icons, name, display } = answer.json()
  assert.deepEqual([name, display], ["Atelier", "standalone"])
  for (const { src, sizes, purpose } of icons) {
    const icon = await server.inject({ url: src })
    assert.equal(icon.headers["content-type"], "image/png")
    const { width, height, at } = readPng(icon.rawPayload)
    assert.equal(`${width}x${height}`, sizes)
    const inset = purpose === "maskable" ? 0.3 : 0.2
    const corner = (x: number, y: number) => at(Math.round(width * x), Math.round(height * y)).toString(16)
    assert.deepEqual(
      [corner(0.45, inset), corner(1 - inset - 0.05, inset + 0.05), corner(inset, 0.7), corner(0.55, 0.6)],
      ["e4572e", "f2b134", "17706e", "22304a"],
    )
    assert.equal(corner(0.01, 0.01), "fbf8f2", "the mark has room around it")
  }
  const publicPage = (await visit("/")).html
  assert.doesNotMatch(publicPage, /rel="manifest"|interactive-widget/)
})
