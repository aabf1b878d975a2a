import { test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { linesIn, sharedText } from "#test/support/docs/shared-lines.ts"
import { docsWorld } from "#test/support/worlds/docs-world.ts"

test("an honest update with 20,000 operations is accepted", async (t) => {
  const world = await docsWorld(t)
  const honest = await world.open("member")
  await honest.shows("")
  const other = await world.open("owner")
  await other.shows("")
  const text = sharedText(other.doc)
  other.doc.transact(() => {
    for (let at = 0; at < 20_000; at++) text.insert(Math.floor(Math.random() * at), "x", {})
  })
  await other.saved()
  await until(async () => linesIn(honest.doc).join().includes("x".repeat(20_000)))
})
