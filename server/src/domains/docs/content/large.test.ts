import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import * as Y from "yjs"
import { minuteMs } from "#kernel/time/units.ts"
import { addLine } from "#test/support/docs/shared-lines.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { getDoc, getDocVersion, listDocVersions, openContent } from "../index.ts"

/** Opens a doc with lines of 200 characters. `readings` counts how often this process has read its whole text. */
async function openWith(t: TestContext, here: World, lines: number) {
  const id = await makeDoc(here)
  const content = await openContent(here.app, id)
  const typist = new Typist(content, await signIn(here, "member"))
  typist.doc.transact(() => {
    for (let n = 0; n < lines; n += 1) addLine(typist.doc, `line ${n} `.padEnd(200, "x"))
  })
  assert.deepEqual(await typist.send(), ["stored"])
  const { mock } = t.mock.method(Y.XmlText.prototype, "toDelta")
  const stored = async () => JSON.stringify((await here.act("viewer", getDoc, { id })).body)
  return { id, content, typist, stored, readings: () => mock.callCount() }
}

test("the main thread derives a small doc, a worker thread a large one", async (t) => {
  const here = await world(t)
  const small = await openWith(t, here, 10)
  await small.content.settle()
  assert.match(await small.stored(), /line 9 /)
  assert.ok(small.readings() > 0)

  const large = await openWith(t, here, 1_000)
  const before = large.readings()
  await large.content.settle()
  assert.match(await large.stored(), /line 999 /)
  await large.typist.write("the last")
  const version = await here.act("viewer", getDocVersion, { id: large.id, version: null })
  assert.match(JSON.stringify(version.body), /the last/, "what is not derived yet is read too")
  await large.content.close()
  assert.match(await large.stored(), /the last/)
  assert.equal(large.readings(), before)
})

test("a worker thread makes the versions of a large doc at the ends of sessions", async (t) => {
  const here = await world(t)
  const { id, content, typist, readings } = await openWith(t, here, 1_000)
  await content.settle()
  for (const words of ["second session", "third session"]) {
    here.clock.advance(11 * minuteMs)
    await typist.write(words)
  }
  const before = readings()
  await content.close()
  const { items } = await here.act("viewer", listDocVersions, { id })
  assert.equal(items.length, 2)
  const [latest, first] = await Promise.all(
    items.map(async ({ version }) => JSON.stringify((await here.act("viewer", getDocVersion, { id, version })).body)),
  )
  assert.match(String(first), /line 999 x+/)
  assert.doesNotMatch(String(first), /session/)
  assert.match(String(latest), /second session/)
  assert.doesNotMatch(String(latest), /third/)
  assert.equal(readings(), before)
})

test("a large doc is derived at intervals that grow with its size", async (t) => {
  const here = await world(t)
  const { content, typist, stored } = await openWith(t, here, 1_000)
  await content.settle()
  await typist.write("soon after")
  await content.settle()
  assert.doesNotMatch(await stored(), /soon after/)
  here.clock.advance(minuteMs)
  await content.settle()
  assert.match(await stored(), /soon after/)
})
