import assert from "node:assert/strict"
import { test } from "node:test"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { shorten, verifyDomain } from "#test/support/workspace/links.ts"
import { world } from "#test/support/worlds/world.ts"
import {
  browseLinks,
  countLinks,
  createTaggedLink,
  deleteLinks,
  editLinkAndSlug,
  listLinks,
  trashLink,
  trashLinks,
} from "../index.ts"
import { shownAddress } from "../tagged-link.ts"

const slugsOf = ({ links }: { links: readonly { slug: string }[] }) => links.map(({ slug }) => slug)

onBothDatabases("a list, a count and a bulk choice find the same links", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  await shorten(studio, { slug: "report-final_v2", title: "Über uns" })
  clock.advance(1)
  await shorten(studio, { slug: "tokyo", title: "東京タワー" })
  await shorten(studio, { slug: "books", destination: "https://bücher.de/привет" })
  await shorten({ ...studio, callers: { ...studio.callers, member: studio.callers.stranger } }, { title: "Über uns" })
  for (const [query, ...found] of [
    ["über", "report-final_v2"],
    ["UNS final", "report-final_v2"],
    ["東京", "tokyo"],
    ["京", "tokyo"],
    ["bücher.de", "books"],
    ["BUCHER Привет", "books"],
    ["example.com", "tokyo", "report-final_v2"],
    ["über books"],
    ["%"],
  ] as const) {
    assert.deepEqual(slugsOf(await act("viewer", listLinks, { query })), found, query)
    assert.deepEqual(slugsOf(await act("viewer", browseLinks, { query })), found, query)
    assert.deepEqual(slugsOf(await act("viewer", browseLinks, { query, sort: "slug" })), found.toSorted(), query)
    assert.deepEqual(await act("viewer", countLinks, { query }), { links: found.length }, query)
  }
  assert.equal((await act("member", trashLinks, { which: { filter: { query: "uber" } } })).changed, 1)
  assert.deepEqual(slugsOf(await act("viewer", listLinks, { query: "uber", inTrash: true })), ["report-final_v2"])
  assert.deepEqual(await act("viewer", listLinks, { query: "uber" }), { links: [] })
})

onBothDatabases("a pasted short address finds its link, also a former one or one in the trash", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, app } = studio
  await verifyDomain(studio, "xn--bcher-kva.de")
  await shorten(studio, { slug: "spring-sale" })
  const { shortUrl } = await shorten(studio, { slug: "spring" })
  const own = { slug: "Menü.pdf", domain: "bücher.de" }
  await act("member", createTaggedLink, { destination: "https://example.com/", ...own })
  const { id } = await shorten(studio, { slug: "summer" })
  await act("member", editLinkAndSlug, { id, slug: "autumn" })
  const find = async (query: string) => slugsOf(await act("viewer", listLinks, { query }))
  for (const typed of [
    shortUrl,
    shortUrl.replace("spring", "SPRING"),
    `${shortUrl}/`,
    `<${shortUrl}>`,
    `${shortUrl}?a=1`,
    ` ${shortUrl}.`,
    shortUrl.replace(/\/(?=spring)/, "//"),
  ])
    assert.deepEqual(await find(typed), ["spring"], typed)
  for (const typed of ["bücher.de/menü.pdf", "https://xn--bcher-kva.de/Men%C3%BC.pdf", "BÜCHER.de/MENÜ.PDF#page=2"])
    assert.deepEqual(await find(typed), ["Menü.pdf"], typed)
  assert.deepEqual(await find(`${app.addresses.short}/summer`), ["autumn"])
  assert.deepEqual(await find(`${app.addresses.short}/none`), [])
  const stranger = await act("stranger", listLinks, { query: shortUrl })
  assert.deepEqual(stranger.links, [])
  await act("member", trashLink, { id })
  assert.deepEqual(slugsOf(await act("viewer", listLinks, { query: `${app.addresses.short}/autumn`, inTrash: true })), [
    "autumn",
  ])
})

onBothDatabases("a changed link is found by what it has now, and a deleted one leaves the index", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const { id } = await shorten(studio, { slug: "spring", title: "Crocus" })
  const find = async (query: string) => slugsOf(await act("viewer", listLinks, { query }))
  await act("member", editLinkAndSlug, { id, title: "Tulip" })
  assert.deepEqual([await find("crocus"), await find("tulip")], [[], ["spring"]])
  await act("member", editLinkAndSlug, { id, destination: "https://example.com/dahlia", title: null })
  assert.deepEqual([await find("tulip"), await find("dahl")], [[], ["spring"]])
  await act("member", editLinkAndSlug, { id, slug: "autumn" })
  assert.deepEqual([await find("spring"), await find("autu")], [[], ["autumn"]])
  await act("member", trashLink, { id })
  await act("admin", deleteLinks, { which: { ids: [id] } })
  const rows = await studio.app.database.read.selectFrom("link_pieces").select("link_id").execute()
  assert.deepEqual(rows, [])
})

test("an address is shown decoded, but for what could not be seen or would change its meaning", () => {
  for (const [stored, shown] of [
    ["https://xn--bcher-kva.de/caf%C3%A9?q=%D0%B4%D0%B0#%E6%9D%B1", "https://bücher.de/café?q=да#東"],
    ["http://xn--bcher-kva.de:8080/%F0%9F%9A%80", "http://bücher.de:8080/🚀"],
    ["https://example.com/a%20b%2Fc%3Fd%26e%25", "https://example.com/a%20b%2Fc%3Fd%26e%25"],
    ["https://example.com/%E2%80%AEgpj.exe", "https://example.com/%E2%80%AEgpj.exe"],
    ["https://example.com/%E2%80%8B%C2%A0%FF", "https://example.com/%E2%80%8B%C2%A0%FF"],
  ] as const)
    assert.equal(shownAddress(stored), shown)
})
