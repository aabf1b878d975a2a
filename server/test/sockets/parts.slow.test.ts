import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { until } from "#test/support/basics/until.ts"
import { addLine, lineEnd, sharedText } from "#test/support/docs/shared-lines.ts"
import { docsWorld } from "#test/support/worlds/docs-world.ts"
import { sendInParts } from "../../../web/src/console/doc/collaboration/send-in-parts.ts"

test("an offline deletion of 6,000 items is sent in parts, and in smaller parts after a refusal as too big", async (t) => {
  const world = await docsWorld(t)
  const editor = await world.open("member")
  const { websocketProvider: socket } = editor.provider.configuration
  sendInParts(socket, editor.provider)
  const text = sharedText(editor.doc)
  const end = () => ({ insert: lineEnd({ in: "bulletList listItem+" }) })
  const saved = () => until(async () => editor.provider.synced && !editor.provider.hasUnsyncedChanges)
  text.applyDelta(Array.from({ length: 6_000 }, (_, n) => [{ insert: `an item ${n}` }, end()]).flat())
  await saved()
  editor.disconnect()
  await until(async () => editor.closes.length > 0)
  text.delete(0, text.length)
  Reflect.apply(Reflect.get(socket, "emit"), socket, ["close", { event: { code: 1009 } }])
  socket.connect()
  await saved()
  editor.type("behind it")
  await saved()
  const other = await world.open("admin")
  await other.shows("behind it")
  assert.deepEqual(
    editor.closes.filter((code) => code > 1005),
    [1009],
  )
})

test("large offline and pasted updates are stored in parts, and later updates wait behind them", async (t) => {
  const world = await docsWorld(t)
  const editor = await world.open("member")
  sendInParts(editor.provider.configuration.websocketProvider, editor.provider)
  await editor.saved()
  editor.disconnect()
  await until(async () => editor.closes.length > 0)
  editor.doc.transact(() => {
    for (let n = 0; n < 200; n += 1) addLine(editor.doc, `${"x".repeat(6_000)} ${n}`)
  })
  assert.ok(Y.encodeStateAsUpdate(editor.doc).length > 1_000_000)
  editor.provider.configuration.websocketProvider.connect()
  const saved = () => until(async () => editor.provider.synced && !editor.provider.hasUnsyncedChanges, 30_000)
  await saved()
  addLine(editor.doc, "x".repeat(1_500_000))
  editor.type("behind it")
  await saved()
  assert.deepEqual(
    editor.closes.filter((code) => code !== 1005 && code !== 1000),
    [],
  )
  const other = await world.open("admin")
  await until(async () => other.text().length === editor.text().length)
  assert.deepEqual(other.text(), editor.text())
})
