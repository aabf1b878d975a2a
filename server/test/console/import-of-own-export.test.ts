import assert from "node:assert/strict"
import { test } from "node:test"
import { browseLinks, createTaggedLink, importLinks, trashLinks } from "#domains/links/index.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs } from "#kernel/time/units.ts"
import { readLinkExport } from "#test/support/formats/link-exports.ts"
import { changeLink, verifyDomain } from "#test/support/workspace/links.ts"
import { world } from "#test/support/worlds/world.ts"
import { rowsOfLinks } from "../../../web/src/console/links/link-table.ts"
import { writeCsv } from "../../../web/src/console/ui/lists/csv-text.ts"

test("links that are exported, deleted and imported again are the same list", async (t) => {
  const studio = await world(t)
  const { act, clock } = studio
  await verifyDomain(studio, "go.studio.com")
  const make = async (input: object, set: Parameters<typeof changeLink>[2] = {}) => {
    clock.advance(1_234)
    const { id } = await act("member", createTaggedLink, { destination: "https://example.com/a,b?c=%20", ...input })
    if (Object.keys(set).length > 0) await changeLink(studio, id, set)
  }
  await make({ slug: "spring", title: "=SUM(1), “two”;\tthree", tags: ["a|b", "[c]", "null"] }, { clicks: 1_234_567 })
  await make({ slug: "spring", domain: "go.studio.com", title: "null", passesQuery: true })
  await make({ slug: "limited", clickLimit: 9 }, { clicks: 4 })
  await make({ slug: "used-up", clickLimit: 2 }, { clicks: 12, clicks_before: 10 })
  await make({ slug: "over" }, { expires_at: clock.now() - dayMs })
  await make({ title: "1.000", expiresAt: "2031-05-06T07:08:09.010Z" })
  const list = async () => (await act("viewer", browseLinks, { limit: 100 })).links
  const before = await list()
  assert.deepEqual(new Set(before.map(({ state }) => state)), new Set(["active", "limit_reached", "expired"]))

  const text = `\ufeff${writeCsv(rowsOfLinks(before))}`
  await act("member", trashLinks, { which: { filter: {} } })
  clock.advance(31 * dayMs)
  await sweepTables(studio.cx, "short_links")
  assert.deepEqual(await list(), [])

  const { rows, questions } = await readLinkExport(text, ["go.studio.com"])
  assert.deepEqual(questions, { destinations: [], dates: [], hosts: [], newNames: 0 })
  const answer = await act("member", importLinks, { rows: rows.map(({ link }) => link) })
  assert.deepEqual(new Set(answer.rows.map(({ state }) => state)), new Set(["created"]))
  const withoutIds = (links: typeof before) => links.map(({ id, clicksBefore, ...link }) => link)
  assert.deepEqual(withoutIds(await list()), withoutIds(before))
})
