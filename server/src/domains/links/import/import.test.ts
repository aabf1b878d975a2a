import assert from "node:assert/strict"
import { test } from "node:test"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { shorten, verifyDomain } from "#test/support/workspace/links.ts"
import { world } from "#test/support/worlds/world.ts"
import { browseLinks, importLinks, listLinkTags, trashLink } from "../index.ts"

const destination = "https://example.com/spring"

onBothDatabases("good rows become links, and each other row has its reason", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  await verifyDomain(studio, "go.studio.com")
  const { id } = await shorten(studio, { slug: "taken" })
  await act("member", trashLink, { id })
  const rows = [
    { destination, slug: "One", title: "First", tags: "Spring; news,spring", passesQuery: "TRUE", clickLimit: "7" },
    { destination: "not an address" },
    { destination, slug: "taken" },
    { destination, slug: "one" },
    { destination, slug: "taken", domain: "GO.studio.com", expiresAt: "2027-01-31T22:59:00.000Z" },
    { destination, domain: "go.elsewhere.com" },
    { destination, clickLimit: "many" },
    { destination, passesQuery: "perhaps" },
    { destination, expiresAt: "tomorrow" },
    { destination, expiresAt: "2020-01-01T00:00:00Z" },
    { destination, tags: "x".repeat(33), title: "y".repeat(300), clicks: "some", createdAt: "today" },
    { title: "nowhere" },
    { destination },
  ]
  const fields = [null, "destination", "slug", "slug", null, "domain", "clickLimit", "passesQuery", "expiresAt"]
  const reasons = [...fields, null, null, "destination", null]
  const checked = await act("member", importLinks, { rows, onlyChecks: true })
  const fieldsOf = (answer: typeof checked) =>
    answer.rows.map(({ refusal }) => refusal?.field?.replace(/\W.*/, "") ?? null)
  assert.deepEqual(fieldsOf(checked), reasons)
  assert.deepEqual((await act("viewer", browseLinks, {})).links, [], "a check makes nothing")
  assert.deepEqual((await act("viewer", listLinkTags, {})).tags, [])

  assert.deepEqual(fieldsOf(await act("member", importLinks, { rows })), reasons, "what was checked is what is done")
  const { links } = await act("viewer", browseLinks, {})
  assert.equal(links.length, 5)
  const one = links.find(({ slug }) => slug === "One")
  assert.deepEqual([one?.title, one?.tags, one?.clickLimit, one?.passesQuery], ["First", ["news", "Spring"], 7, true])
  const own = links.find(({ domain }) => domain === "go.studio.com")
  assert.deepEqual([own?.shortUrl, own?.expiresAt], ["https://go.studio.com/taken", "2027-01-31T22:59:00.000Z"])
  assert.ok(links.some(({ slug }) => slug !== "One" && slug !== "taken"))
})

onBothDatabases("a row of a link that the workspace has changes nothing, and is not refused", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  for (const slug of ["spring", "summer", "trashed"]) {
    const { id } = await shorten(studio, { slug })
    if (slug === "trashed") await act("member", trashLink, { id })
  }
  const rows = [
    { destination, slug: "Spring", title: "Another title" },
    { destination: "https://example.com/other", slug: "summer" },
    { destination, slug: "trashed" },
    { destination, slug: "autumn" },
    { destination, slug: "autumn" },
  ]
  for (const onlyChecks of [true, false]) {
    const answer = await act("member", importLinks, { rows, onlyChecks })
    const states = answer.rows.map(({ state }) => state)
    assert.deepEqual(states, ["exists", "refused", "refused", "created", "refused"])
  }
  const [first] = (await act("member", importLinks, { rows: rows.slice(3, 4) })).rows
  assert.deepEqual(first, { state: "exists", slug: "autumn", domain: null, destination, notes: [], refusal: null })
  const other = await act("stranger", importLinks, { rows: rows.slice(0, 1) })
  assert.equal(other.rows[0]?.state, "refused")
  const { links } = await act("viewer", browseLinks, {})
  assert.equal(links.find(({ slug }) => slug === "spring")?.title, null)
})

onBothDatabases("of two files with the same slugs at once, each slug becomes one link", async (t, kind) => {
  const studio = await world(t, kind)
  const rows = Array.from({ length: 60 }, (_, n) => ({ destination, slug: `row-${n}`, tags: `a${n % 7}, b` }))
  const files = [rows, rows.toReversed()]
  const answers = await Promise.all(files.map((rows) => studio.act("member", importLinks, { rows })))
  const made = answers.flatMap((answer) => answer.rows.filter(({ refusal }) => !refusal))
  assert.deepEqual(new Set(made.map(({ slug }) => slug)), new Set(rows.map(({ slug }) => slug)))
  assert.equal(made.length, 60)
  const { tags } = await studio.act("viewer", listLinkTags, {})
  assert.equal(tags.find(({ name }) => name === "b")?.links, 60)
})

test("viewers import none; too many rows and unknown columns are refused", async (t) => {
  const { act } = await world(t)
  const rows = Array.from({ length: 501 }, () => ({ destination }))
  await assert.rejects(act("viewer", importLinks, { rows: [{ destination }] }), { code: "workspace_forbidden" })
  await assert.rejects(act("member", importLinks, { rows }), { code: "invalid_request" })
  await assert.rejects(act("member", importLinks, { rows: [{ destination, colour: "red" }] }), {
    code: "invalid_request",
  })
  assert.deepEqual((await act("viewer", browseLinks, {})).links, [])
})
