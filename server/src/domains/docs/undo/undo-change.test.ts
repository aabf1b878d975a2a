import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { runs as runsOf } from "#test/support/basics/property-runs.ts"
import { type Dice, dice } from "#test/support/docs/hostile-updates.ts"
import { sharedText } from "#test/support/docs/shared-lines.ts"
import { fromJson, toJson } from "../conversion/index.ts"
import { newDoc } from "../vetting/index.ts"
import { changeBy, type DocChange } from "./change-of.ts"
import { type Undone, undoChange } from "./undo-change.ts"

const runs = runsOf(100)

/** The doc as another process loads it, without the text of deleted items. */
function loaded(doc: Y.Doc): Y.Doc {
  const next = newDoc()
  Y.applyUpdate(next, Y.encodeStateAsUpdate(doc))
  return next
}

const kinds = ["paragraph", "heading", "listItem", "taskItem"] as const

/** Few words, so that writes share text with the content before. */
function randomDoc(chance: Dice): DocNode {
  const words = () =>
    Array.from({ length: chance.below(4) }, () => ({
      type: "text",
      text: ["ab ", "abc ", "a\u{1F680} ", "cab "][chance.below(4)] ?? "",
      ...(chance.below(4) === 0 && { marks: [{ type: ["bold", "underline"][chance.below(2)] ?? "" }] }),
    }))
  const line = (): DocNode => {
    const [kind, content] = [kinds[chance.below(4)], words()]
    const paragraph = { type: "paragraph", content }
    if (kind === "heading") return { type: kind, attrs: { level: 1 + chance.below(3) }, content }
    if (kind === "listItem") return { type: "bulletList", content: [{ type: kind, content: [paragraph, line()] }] }
    if (kind === "taskItem")
      return { type: "taskList", content: [{ type: kind, attrs: { checked: chance.isHeads() }, content: [paragraph] }] }
    return chance.below(5) === 0 ? { type: "horizontalRule" } : paragraph
  }
  return { type: "doc", content: Array.from({ length: 1 + chance.below(5) }, line) }
}

test(`${runs} times, undoing successive writes, newest first, restores the content before each`, () => {
  for (let seed = 0; seed < runs; seed += 1) {
    const chance = dice(seed)
    let doc = newDoc()
    fromJson(doc, randomDoc(chance))
    const bodies = [toJson(doc)]
    const changes: DocChange[] = []
    for (let write = 0; write < 3; write += 1) {
      doc = loaded(doc)
      const change = doc.transact(() => changeBy(doc, () => fromJson(doc, randomDoc(chance))))
      changes.push(JSON.parse(JSON.stringify(change)))
      bodies.push(toJson(doc))
    }
    const earlier: Undone[] = []
    for (const [at, change] of [...changes.entries()].reverse()) {
      doc = loaded(doc)
      const undone = undoChange(doc, change, earlier)
      assert.ok(undone, `seed ${seed}, write ${at}`)
      earlier.push(JSON.parse(JSON.stringify(undone)))
      assert.deepEqual(toJson(loaded(doc)), bodies[at], `seed ${seed}, write ${at}`)
    }
  }
})

test(`${runs} times, text typed at the same time as a write is there once after the undo, or the undo is refused`, () => {
  const count = { undone: 0, refused: 0 }
  for (let seed = 0; seed < runs; seed += 1) {
    const chance = dice(seed)
    const first = newDoc()
    fromJson(first, randomDoc(chance))
    const theirs = loaded(first)
    const doc = loaded(first)
    const change = doc.transact(() => changeBy(doc, () => fromJson(doc, randomDoc(chance))))
    if (chance.isHeads()) Y.applyUpdate(theirs, Y.encodeStateAsUpdate(doc))
    const text = sharedText(theirs)
    text.insert(chance.below(text.length + 1), "TYPED")
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(theirs))
    const before = JSON.stringify(toJson(doc))
    const undone = undoChange(doc, JSON.parse(JSON.stringify(change)), [])
    count[undone ? "undone" : "refused"] += 1
    if (undone) {
      const others = loaded(doc)
      const typed = sharedText(others)
        .toDelta()
        .map(({ insert }: { insert: unknown }) => insert)
      assert.equal(typed.filter((words: unknown) => String(words).includes("TYPED")).length, 1, `seed ${seed}`)
    } else assert.equal(JSON.stringify(toJson(doc)), before, `seed ${seed}`)
  }
  assert.ok(count.undone > runs / 4 && count.refused > runs / 50, JSON.stringify(count))
})

test(`${runs} times, text typed during an undo is there once after both docs are merged`, () => {
  for (let seed = 0; seed < runs; seed += 1) {
    const chance = dice(seed)
    let doc = newDoc()
    fromJson(doc, randomDoc(chance))
    doc = loaded(doc)
    const change = doc.transact(() => changeBy(doc, () => fromJson(doc, randomDoc(chance))))
    const theirs = loaded(doc)
    const text = sharedText(theirs)
    text.insert(chance.below(text.length + 1), "TYPED")
    doc = loaded(doc)
    const undone = undoChange(doc, JSON.parse(JSON.stringify(change)), [])
    assert.ok(undone, `seed ${seed}`)
    const met = [doc, theirs].map((one, at, both) => {
      Y.applyUpdate(one, Y.encodeStateAsUpdate(both[1 - at] ?? one))
      return JSON.stringify(toJson(loaded(one)))
    })
    assert.equal(met[0], met[1], `seed ${seed}`)
    assert.equal(met[0]?.split("TYPED").length, 2, `seed ${seed}: ${met[0]}`)
  }
})
