import assert from "node:assert/strict"
import { test } from "node:test"
import { Renderer } from "@takumi-rs/core"
import { listeningLog, silentLog } from "#test/support/worlds/world.ts"
import { openImages } from "./remaker.ts"

/** A red picture. */
const picture = (format: "png" | "jpeg", [width, height]: [number, number]) =>
  new Renderer().render(
    { type: "container", style: { width, height, backgroundColor: "#ff0000" } },
    { width, height, format },
  )

const small = { longestSide: 64, format: "png", accountId: "ada" } as const

test("a picture that takes too much memory ends only its process: it is refused, logged, and the next one works", async (t) => {
  const { log, lines } = listeningLog()
  const patient = { deadlineMs: 240_000 }
  const images = openImages(log, { memoryKb: 700_000, ...patient })
  const usual = openImages(silentLog, patient)
  t.after(() => Promise.all([images.close(), usual.close()]))
  const large = await picture("jpeg", [8_064, 6_048])
  const both = [images.remake(large, small), images.remake(await picture("png", [200, 100]), small)] as const
  await assert.rejects(both[0], { code: "invalid_request", message: /too large to process/, hint: /fewer pixels/ })
  assert.equal((await both[1]).width, 64)
  assert.deepEqual(
    lines.map(({ error }) => error),
    ["its process ended"],
  )
  assert.equal((await usual.remake(large, small)).width, 64, "a phone takes such photographs")
})
