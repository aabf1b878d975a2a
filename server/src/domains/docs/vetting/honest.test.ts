import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { readLines } from "#contract/docs/lines/index.ts"
import { dice } from "#test/support/docs/hostile-updates.ts"
import { lineEnd, sharedText } from "#test/support/docs/shared-lines.ts"
import { newDoc, readUpdate, tryUpdate } from "./index.ts"

const chance = dice(3)
const oneOf = <Item>(items: readonly Item[]) => items[chance.below(items.length)]

/** An editor that makes random changes, and receives other updates at random times. */
class Editor {
  readonly doc = newDoc()
  readonly #undo = new Y.UndoManager(sharedText(this.doc), { captureTimeout: 0 })
  readonly #unsent: Uint8Array[] = []
  #heard = 0

  constructor() {
    this.doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== "others") this.#unsent.push(update)
    })
  }

  hear(rows: readonly Uint8Array[]): void {
    for (; this.#heard < rows.length; this.#heard += 1)
      Y.applyUpdate(this.doc, rows[this.#heard] as Uint8Array, "others")
  }

  /** Its unsent updates; sometimes everything that the others lack, as after an outage. */
  send(others: Y.Doc): Uint8Array[] {
    const unsent = this.#unsent.splice(0)
    return chance.below(5) === 0 ? [Y.encodeStateAsUpdate(this.doc, Y.encodeStateVector(others))] : unsent
  }

  change(): void {
    const text = sharedText(this.doc)
    const at = chance.below(text.length + 1)
    const isInside = at < text.length
    const ways = [
      () => text.insertEmbed(at, lineEnd(), {}),
      () => text.insert(at, "xyz".slice(chance.below(3)), {}),
      () => isInside && text.delete(at, 1),
      () => isInside && text.format(at, 1, { [oneOf(["bold", "italic"]) ?? ""]: chance.isHeads() ? {} : null }),
      () => text.length > 9 && text.delete(0, 5),
      () => oneOf(readLines(text))?.end?.setAttribute("level", String(at)),
      () => this.#undo.undo(),
      () => this.#undo.redo(),
    ]
    oneOf(ways)?.()
  }
}

test("no update of honest editors is refused, and the stored updates contain all of them", (t) => {
  const shadow = newDoc()
  const rows: Uint8Array[] = []
  const take = (update: Uint8Array) => {
    readUpdate(update)
    const taken = tryUpdate(shadow, update)
    if (taken) rows.push(taken)
  }
  const editors = Array.from({ length: 4 }, () => new Editor())
  for (let step = 0; step < 3_000; step += 1) {
    const editor = oneOf(editors)
    if (!editor) continue
    editor.doc.transact(() => editor.change())
    if (chance.isHeads()) editor.send(shadow).forEach(take)
    if (chance.isHeads()) editor.hear(rows)
  }
  for (const editor of editors) take(Y.encodeStateAsUpdate(editor.doc))
  for (const editor of editors) editor.hear(rows)

  const stored = newDoc()
  stored.transact(() => {
    for (const row of rows) Y.applyUpdate(stored, row)
  })
  t.diagnostic(`${rows.length} updates`)
  assert.ok(rows.length > 1_000)
  for (const { doc } of editors) assert.deepEqual(Y.encodeStateVector(doc), Y.encodeStateVector(stored))
  assert.ok(Y.equalSnapshots(Y.snapshot(stored), Y.snapshot(shadow)))
})
