import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { dice, honestUpdates } from "#test/support/docs/hostile-updates.ts"
import { splitUpdate } from "../../../web/src/console/doc/collaboration/split-update.ts"

const lines = (count: number, words = "a short line") =>
  Array.from({ length: count }, (_, n) => {
    const paragraph = new Y.XmlElement("paragraph")
    paragraph.insert(0, [new Y.XmlText(`${words} ${n}`)])
    return paragraph
  })

test("the parts of an update make the same doc, and no part depends on a later one", () => {
  const chance = dice(7)
  for (let round = 0; round < 50; round += 1) {
    const state = Y.encodeStateAsUpdate(new Y.Doc())
    let doc = new Y.Doc()
    for (let editor = 0; editor < 3; editor += 1) {
      const whole = honestUpdates(editor === 0 ? state : Y.encodeStateAsUpdate(doc), 10 + chance.below(90), chance).at(
        -1,
      )
      if (whole) Y.applyUpdate(doc, whole)
    }
    doc.getXmlFragment("default").insert(0, [...lines(3), new Y.XmlText("x\u{1f680}".repeat(100))] as Y.XmlElement[])
    const update = Y.encodeStateAsUpdate(doc)
    const parts = splitUpdate(update, { bytes: 120, parts: 4, deletions: 3 })
    assert.ok(parts.length > 10)
    const again = new Y.Doc()
    for (const part of parts) {
      Y.applyUpdate(again, part)
      assert.equal(again.store.pendingStructs, null)
      assert.equal(again.store.pendingDs, null)
    }
    assert.ok(Y.equalSnapshots(Y.snapshot(again), Y.snapshot(doc)))
    assert.equal(again.getXmlFragment("default").toString(), doc.getXmlFragment("default").toString())
    doc = again
  }
})
