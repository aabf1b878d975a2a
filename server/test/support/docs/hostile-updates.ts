import * as Y from "yjs"
import { textField } from "#contract/docs/doc-format.ts"
import { readLines } from "#contract/docs/lines/index.ts"
import { lineEnd, sharedText } from "./shared-lines.ts"

/** A pseudo-random generator with the same numbers in each run. */
export function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return { below: (limit: number) => Math.floor(next() * limit), isHeads: () => next() < 0.5 }
}

export type Dice = ReturnType<typeof dice>

/** An editor's updates for a few changes of a doc: new blocks, words, formats, attributes, deletions. */
export function honestUpdates(state: Uint8Array, clientId: number, { below }: Dice): Uint8Array[] {
  const doc = new Y.Doc()
  doc.clientID = clientId
  Y.applyUpdate(doc, state)
  const made: Uint8Array[] = []
  doc.on("update", (update: Uint8Array) => made.push(update))
  const text = sharedText(doc)
  const at = below(text.length + 1)
  text.insertEmbed(at, lineEnd(), {})
  text.insert(at, "some words", {})
  text.format(at + 2, 4, { bold: {} })
  text.delete(at + 1, 3)
  readLines(text)[0]?.end?.setAttribute("level", "2")
  text.delete(below(text.length), 1)
  doc.transact(() => {
    for (let n = 0; n < 5; n += 1) {
      text.insertEmbed(0, lineEnd({ in: "blockquote+" }), {})
      text.insert(0, `quoted ${n}`, {})
    }
  })
  return [...made, Y.encodeStateAsUpdate(doc)]
}

/** Changes, drops, repeats and inserts bytes of an update. */
export function withOtherBytes(update: Uint8Array, { below, isHeads }: Dice): Uint8Array {
  const bytes = [...update]
  for (let times = 1 + below(4); times > 0; times -= 1) {
    const at = below(bytes.length)
    const ways = [
      () => bytes.splice(at, 1, below(256)),
      () => bytes.splice(at, 1, ((bytes[at] ?? 0) + (isHeads() ? 1 : 255)) % 256),
      () => bytes.splice(at, 1 + below(3)),
      () => bytes.splice(at, 0, below(256)),
      () => bytes.splice(at, 0, ...bytes.slice(below(bytes.length)).slice(0, below(20))),
    ]
    ways[below(ways.length)]?.()
  }
  return Uint8Array.from(bytes)
}

/** Keeps an update readable, but moves its parts to other positions, parents and contents. */
export function withOtherPlaces(update: Uint8Array, known: Uint8Array, { below, isHeads }: Dice): Uint8Array {
  const { structs } = Y.decodeUpdate(update)
  const ids = [...idsOf(known), ...idsOf(update), ...idsOf(update)]
  const anyId = () => ids[below(ids.length)] ?? Y.createID(1, 0)
  const contents = structs.flatMap((struct) => (struct instanceof Y.Item ? [struct.content] : []))
  for (let times = 1 + below(3); times > 0; times -= 1) {
    const item = structs[below(structs.length)]
    if (!(item instanceof Y.Item)) continue
    const ways = [
      () => Object.assign(item, { origin: anyId() }),
      () => Object.assign(item, { rightOrigin: anyId() }),
      () => Object.assign(item, { parent: anyId(), origin: null, rightOrigin: null }),
      () => Object.assign(item, { parentSub: item.parentSub === null ? "level" : null, parent: anyId() }),
      () => Object.assign(item, { content: contents[below(contents.length)] }),
      () => Object.assign(item, { origin: null, parent: item.parent ?? anyId() }),
      () => Object.assign(item, { content: new Y.ContentAny([{ a: [1] }, "x", null]) }),
      () => Object.assign(item, { content: new Y.ContentFormat(isHeads() ? "bold" : "__proto__", {}) }),
    ]
    ways[below(ways.length)]?.()
  }
  return writeUpdate(structs)
}

const idsOf = (update: Uint8Array): Y.ID[] =>
  Y.decodeUpdate(update).structs.flatMap(({ id, length }) =>
    Array.from({ length: Math.min(length, 50) }, (_, n) => Y.createID(id.client, id.clock + n)),
  )

/** Writes structs as an update that deletes nothing. */
export function writeUpdate(structs: readonly (Y.Item | Y.GC | Y.Skip)[]): Uint8Array {
  const encoder = new Y.UpdateEncoderV1()
  const byClient = Map.groupBy(structs, ({ id }) => id.client)
  encoder.writeLen(byClient.size)
  for (const [client, its] of byClient) {
    encoder.writeLen(its.length)
    encoder.writeClient(client)
    encoder.writeLen(its[0]?.id.clock ?? 0)
    for (const struct of its) struct.write(encoder, 0)
  }
  encoder.writeLen(0)
  return encoder.toUint8Array()
}

/** Parts of one client in a row, then as many of another; Yjs compares each of the second with all of the first. */
export function bomb(length: number): Uint8Array {
  const part = (client: number, clock: number, place: Partial<Y.Item>) => {
    const content = new Y.ContentType(new Y.XmlElement("line") as Y.AbstractType<unknown>)
    const item = new Y.Item(Y.createID(client, clock), null, null, null, null, null, null, content)
    return Object.assign(item, place)
  }
  const row = Array.from({ length }, (_, n) =>
    part(9, n, n === 0 ? { parent: textField as never } : { origin: Y.createID(9, n - 1) }),
  )
  const others = row.map((_, n) => part(5, n, { rightOrigin: Y.createID(9, length - 1 - n) }))
  return writeUpdate([...row, ...others])
}
