import assert from "node:assert/strict"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { docsWorld } from "#test/support/worlds/docs-world.ts"

onBothDatabases("a person reads what another one types, and both find it again", async (t, kind) => {
  const world = await docsWorld(t, { kind })
  const [ada, ben] = [await world.open("member"), await world.open("admin")]

  await ada.shows("")
  ada.type("one")
  await ben.shows("", "one")
  ben.type("two")
  await ada.shows("", "one", "two")
  await Promise.all([ada.saved(), ben.saved()])

  const later = await world.open("owner")
  await later.shows("", "one", "two")
  assert.deepEqual([...ada.closes, ...ben.closes], [])
})
