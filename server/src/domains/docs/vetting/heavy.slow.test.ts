import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { bomb } from "#test/support/docs/hostile-updates.ts"
import { deletionOf, lineEnd, sharedText } from "#test/support/docs/shared-lines.ts"
import { splitUpdate } from "../../../../../web/src/console/doc/collaboration/split-update.ts"
import { isBearable, isHeavy, newDoc, readUpdate } from "./index.ts"

function longList(items: number): Y.Doc {
  const doc = newDoc()
  const end = () => ({ insert: lineEnd({ in: "bulletList listItem+" }) })
  sharedText(doc).applyDelta(Array.from({ length: items }, (_, n) => [{ insert: `an item ${n}` }, end()]).flat())
  return doc
}

test("deleting a long list at once is too much work, and each part that a browser sends is not", async () => {
  const { known, update } = deletionOf(longList(24_000))
  assert.equal(await isBearable("ada", () => known, update), false)
  const parts = splitUpdate(update, { bytes: 500_000, parts: 40_000, deletions: 20_000 })
  assert.ok(parts.length > 5)
  for (const part of parts) {
    assert.equal(await isBearable("ada", () => known, part), true)
    Y.applyUpdate(known, part)
  }
  assert.equal(sharedText(known).length, 0)
  assert.equal(isHeavy(known, readUpdate(update)), false, "what is deleted already is no work")
})

test("an update that makes Yjs move many list elements is too much work, even with few parts", async () => {
  const { known, update } = deletionOf(longList(16_000))
  assert.equal(await isBearable("ada", () => known, update), false)
})

test("a worker thread finds an update that would block the process", async () => {
  const update = bomb(8_000)
  assert.ok(update.byteLength < 300_000)
  assert.ok(isHeavy(newDoc(), readUpdate(update)))
  assert.equal(await isBearable("ada", newDoc, update), false)
})
