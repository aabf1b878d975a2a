import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { type TestContext, test } from "node:test"
import { systemContext } from "#access/perform.ts"
import { browseLinks, importLinks, listLinkImports, undoLinkImport } from "#domains/links/index.ts"
import { attachDomain, recheckDomains } from "#domains/workspaces/index.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { linkExport, manyLinksLike, readLinkExport } from "#test/support/formats/link-exports.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { leadHere } from "#test/support/workspace/attach-domain.ts"
import { verifyDomain } from "#test/support/workspace/links.ts"
import { httpWorld } from "#test/support/worlds/http-world.ts"
import { type World, world } from "#test/support/worlds/world.ts"

interface Expected {
  slug: string
  destination: string
  title: string | null
  clicks?: number
  createdAt?: string
  tags?: string[]
  domain?: string
  expiresAt?: string
}

const local = (...[year, month, ...rest]: [number, number, number, number, number]) =>
  new Date(year, month - 1, ...rest).toISOString()

/** A link of each file, as its service showed it. */
const forms: Record<string, Expected> = {
  "bitly.csv": {
    ...{ slug: "spring-fair", destination: "https://fair.example.org/2024/spring", title: "Spring fair" },
    ...{ domain: "go.studio.com", tags: [] },
  },
  "bitly-history.csv": {
    ...{ slug: "3moon", destination: "https://moon.example.com/phases", title: "Phases of the moon" },
    createdAt: "2020-10-26T17:20:40.000Z",
  },
  "dub.csv": {
    ...{ slug: "gallery", destination: "https://gallery.example.org/visit", title: null, clicks: 0 },
    ...{ createdAt: "2024-05-06T07:08:09.000Z", expiresAt: "2025-01-01T00:00:00.000Z" },
  },
  "kutt.csv": {
    ...{ slug: "shelf", destination: "https://shelves.example.net/wall", title: "Wall shelf", clicks: 1003 },
    expiresAt: "2030-06-21T11:00:00.000Z",
  },
  "rebrandly.csv": {
    ...{ slug: "knit", destination: "https://wool.example.com/knit", title: "Knitting", clicks: 25 },
    ...{ domain: "go.studio.com", createdAt: "2023-04-06T06:07:08.000Z" },
  },
  "shlink.csv": {
    ...{ slug: "tea", destination: "https://tea.example.com/green", title: "Green tea", clicks: 88 },
    ...{ createdAt: "2021-09-10T09:12:13.000Z", tags: ["drinks", "warm"] },
  },
  "short-io.csv": {
    ...{ slug: "one", destination: "https://film.example.com/one", title: "Film one", clicks: 1204, tags: ["film"] },
    ...{ createdAt: local(2022, 12, 25, 18, 0), expiresAt: local(2030, 12, 31, 23, 59) },
  },
  "tiny-cc.csv": { slug: "sailing", destination: "https://boats.example.org/sailing?crew=2", title: null },
  "tinyurl.csv": {
    ...{ slug: "oak-desk", destination: "https://desks.example.com/oak", title: null, clicks: 2048 },
    createdAt: local(2024, 3, 25, 21, 5),
  },
  "yourls.csv": {
    ...{ slug: "wren", destination: "https://birds.example.org/wren", title: 'Wren, "small"', clicks: 61 },
    createdAt: local(2019, 5, 12, 8, 0),
  },
}

const own = ["go.studio.com"]

/** With `moved`, all links come to this domain. */
async function importAll({ act }: Pick<World, "act">, text: string | Uint8Array<ArrayBuffer>, moved?: string) {
  const { rows, questions } = await readLinkExport(text, moved === undefined ? own : [moved], moved)
  assert.deepEqual([questions.destinations, questions.dates, questions.newNames], [[], [], 0], "nothing is asked")
  const outcomes = []
  let importId: string | undefined
  for (let at = 0; at < rows.length; at += 500) {
    const part = rows.slice(at, at + 500).map(({ link }) => link)
    const answer = await act("member", importLinks, { rows: part, fileName: "links.csv", importId })
    importId = answer.importId ?? importId
    outcomes.push(...answer.rows)
  }
  return { rows: rows.map(({ link }) => link), outcomes, importId: importId ?? "" }
}

const moving = "go.brand.com"

async function movingStudio(t: TestContext) {
  const dns = await dnsServer(t)
  const settings = { SVC_RATE_READS: "1000000" }
  const studio = { ...(await httpWorld(t, { settings, dnsServers: [dns.address] })), dns }
  const { domain } = await studio.act("admin", attachDomain, { domain: moving })
  dns.answer("TXT", `_svc-claim.${moving}`, [domain.records.at(-1)?.value ?? ""])
  studio.clock.advance(minuteMs)
  await recheckDomains(systemContext(studio.app))
  return studio
}

/** An address as people type it from paper. */
const asPrinted: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => `${path.toLowerCase()}/`,
  (path) => `${path}?utm_source=paper`,
  (path) => `${path.toUpperCase()}/?fbclid=x`,
]

async function listAll({ act }: Pick<World, "act">) {
  const listed = []
  for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
    const page = await act("viewer", browseLinks, { limit: 100, ...(cursor && { cursor }) })
    listed.push(...page.links)
    cursor = page.nextCursor
  }
  return listed
}

test("each file of another service's form becomes its links, with names, clicks, days and tags", async (t) => {
  assert.deepEqual(Object.keys(forms).sort(), readdirSync(new URL("../support/formats/link-exports/", import.meta.url)))
  const studio = await world(t)
  await verifyDomain(studio, "go.studio.com")
  for (const [name, expected] of Object.entries(forms)) {
    const { outcomes } = await importAll(studio, linkExport(name))
    assert.deepEqual(new Set(outcomes.map(({ state }) => state)), new Set(["created"]), name)
    const { links } = await studio.act("viewer", browseLinks, { query: expected.destination })
    const link = links.find(({ destination }) => destination === expected.destination)
    const shown = Object.fromEntries(Object.keys(expected).map((key) => [key, link?.[key as keyof typeof link]]))
    assert.deepEqual({ ...shown, slug: link?.slug.toLowerCase() }, expected, name)
    assert.equal(link?.clicksBefore, expected.clicks ?? 0, name)
  }
})

for (const name of Object.keys(forms)) {
  test(`3,000 links in the form of ${name} are imported, and undone at once`, async (t) => {
    const studio = await world(t)
    await verifyDomain(studio, "go.studio.com")
    const text = await manyLinksLike(linkExport(name), 3_000)
    const { outcomes, importId } = await importAll(studio, text)
    assert.equal(outcomes.filter(({ state }) => state === "created").length, 3_000)
    assert.equal(new Set(outcomes.map(({ slug, domain }) => `${domain}/${slug}`)).size, 3_000, "each has its own name")
    for (const [n, { slug }] of outcomes.entries()) assert.ok(slug?.endsWith(`-${n}`), `${slug} is of line ${n}`)
    const again = await importAll(studio, text)
    assert.deepEqual(
      new Set(again.outcomes.map(({ state }) => state)),
      new Set(["exists"]),
      "a second import adds none",
    )
    assert.equal((await studio.act("member", undoLinkImport, { id: importId })).changed, 3_000)
    assert.deepEqual((await studio.act("viewer", browseLinks, {})).links, [])
    const listed = (await studio.act("member", listLinkImports, {})).imports.find(({ id }) => id === importId)
    assert.deepEqual([listed?.links, listed?.left], [3_000, 0])
  })
}

for (const name of Object.keys(forms)) {
  test(`3,000 links in the form of ${name} move in with their domain, and each printed address works`, async (t) => {
    const studio = await movingStudio(t)
    const { rows, outcomes } = await importAll(studio, await manyLinksLike(linkExport(name), 3_000), moving)
    assert.equal(outcomes.filter(({ state, domain }) => state === "created" && domain === moving).length, 3_000)
    const kept = new Map((await listAll(studio)).map((link) => [link.slug, link]))
    const isOver = (slug: string | null) => kept.get(slug ?? "")?.state === "expired"
    assert.ok([...kept.values()].every(({ slug, state }) => state === "domain_waiting" || isOver(slug)))
    const visit = (path: string) => studio.get(path, { host: moving })
    assert.notEqual((await visit(`/${outcomes[0]?.slug}`)).headers.location, outcomes[0]?.destination)

    studio.clock.advance(dayMs)
    leadHere(studio, moving)
    for (const [n, { slug, destination }] of outcomes.entries()) {
      const path = asPrinted[n % asPrinted.length]?.(`/${slug}`) ?? ""
      const { status, headers } = await visit(path)
      assert.deepEqual([status, headers.location], isOver(slug) ? [410, undefined] : [302, destination], path)
      const link = kept.get(slug ?? "")
      const { title = null, tags = "", clicks = "0", createdAt } = rows[n] ?? {}
      assert.deepEqual([link?.title, link?.tags.length], [title, tags.split(/[,;]/).filter(Boolean).length], path)
      assert.equal(link?.clicks, Number(clicks.replace(/\D/g, "")), path)
      if (createdAt) assert.equal(link?.createdAt, createdAt, path)
    }
    const followed = await listAll(studio)
    assert.equal(followed.length, 3_000)
    for (const { slug, clicks, state } of followed) {
      assert.equal(state, isOver(slug) ? "expired" : "active", slug)
      assert.equal(clicks, (kept.get(slug)?.clicks ?? 0) + (isOver(slug) ? 0 : 1), slug)
    }
  })
}

test("a file in UTF-16, as spreadsheets save “Unicode text”, is read like one in UTF-8", async (t) => {
  const studio = await world(t)
  const tabs = "Destination\tShort name\tTitle\r\nhttps://example.com/a\tkoeln\tKöln – 東京\r\n"
  for (const [n, mark] of ["\ufeff", ""].entries()) {
    const bytes = Uint8Array.from(Buffer.from(mark + tabs.replace("koeln", `koeln-${n}`), "utf16le"))
    const { outcomes } = await importAll(studio, bytes)
    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ["created"],
    )
  }
  const { links } = await studio.act("viewer", browseLinks, {})
  assert.deepEqual(
    links.map(({ title }) => title),
    ["Köln – 東京", "Köln – 東京"],
  )
})
