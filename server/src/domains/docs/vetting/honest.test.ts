import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { dice } from "#test/support/hostile-updates.ts"
import { newDoc, readUpdate, tryUpdate } from "./index.ts"

const chance = dice(3)
const oneOf = <Item>(items: readonly Item[]) => items[chance.below(items.length)]

/** An editor that changes whatever it meets, and hears of the others when it pleases. */
class Editor {
  readonly doc = newDoc()
  readonly #undo = new Y.UndoManager(this.doc.getXmlFragment("default"), { captureTimeout: 0 })
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

  /** What it has not sent; now and then all that the others lack, as after a time without a network. */
  send(others: Y.Doc): Uint8Array[] {
    const unsent = this.#unsent.splice(0)
    return chance.below(5) === 0 ? [Y.encodeStateAsUpdate(this.doc, Y.encodeStateVector(others))] : unsent
  }

  change(): void {
    const { texts, parents } = partsOf(this.doc.getXmlFragment("default"))
    const [text, parent] = [oneOf(texts), oneOf(parents)]
    const at = text ? chance.below(text.length + 1) : 0
    const ways = [
      () => parent?.insert(chance.below(parent.length + 1), [paragraphOf("ab")]),
      () => text?.insert(at, "xyz".slice(chance.below(3))),
      () => text && at < text.length && text.delete(at, 1),
      () =>
        text &&
        at < text.length &&
        text.format(at, 1, { [oneOf(["bold", "italic"]) ?? ""]: chance.isHeads() ? {} : null }),
      () => parent && parent.length > 3 && parent.delete(chance.below(parent.length), 1),
      () => parent instanceof Y.XmlElement && parent.setAttribute("level", String(at)),
      () => this.#undo.undo(),
      () => this.#undo.redo(),
    ]
    oneOf(ways)?.()
  }
}

function paragraphOf(words: string): Y.XmlElement {
  const paragraph = new Y.XmlElement("paragraph")
  paragraph.insert(0, [new Y.XmlText(words)])
  return paragraph
}

function partsOf(fragment: Y.XmlFragment): { texts: Y.XmlText[]; parents: Y.XmlFragment[] } {
  const children = fragment.toArray()
  const inner = children.filter((child) => child instanceof Y.XmlElement).map(partsOf)
  return {
    texts: [...children.filter((child) => child instanceof Y.XmlText), ...inner.flatMap(({ texts }) => texts)],
    parents: [fragment, ...inner.flatMap(({ parents }) => parents)],
  }
}

test("nothing that honest editors send is refused, and what is stored of it is all of it", (t) => {
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
