import assert from "node:assert/strict"
import { test } from "node:test"
import { perform } from "#access/perform.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs } from "#kernel/time/units.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { changeLink, clicksOf, shorten, verifyDomain } from "#test/support/workspace/links.ts"
import { insertMember, insertWorkspace, world } from "#test/support/worlds/world.ts"
import { createLink, editLinkAndSlug, getLink, listLinks, restoreLink, trashLink } from "./index.ts"

onSqlite("a link is made with a slug, and read as it was made", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const made = await shorten(studio, {
    destination: " https://EXAMPLE.com/Spring Sale?x=1#top ",
    slug: "Spring--Sale!",
    title: " The\u202e spring\nsale ",
    expiresAt: "2027-01-31T23:59:00+01:00",
    clickLimit: 10,
    passesQuery: true,
  })
  const { id, ...rest } = made
  assert.deepEqual(rest, {
    shortUrl: "http://localhost:3000/s/Spring--Sale",
    url: "http://localhost:3000/s/Spring--Sale",
    slug: "Spring--Sale",
    domain: null,
    destination: "https://example.com/Spring%20Sale?x=1#top",
    title: "The spring sale",
    clicks: 0,
    clickLimit: 10,
    expiresAt: "2027-01-31T22:59:00.000Z",
    passesQuery: true,
    state: "active",
    createdAt: "2026-11-20T12:00:00.000Z",
  })
  assert.deepEqual(await act("viewer", getLink, { id }), {
    ...made,
    shownDestination: made.destination,
    tags: [],
    clicksBefore: 0,
  })
  assert.deepEqual(await act("viewer", listLinks, {}), { links: [made] })
})

test("a slug that is left out has seven characters that cannot be mistaken for others", async (t) => {
  const studio = await world(t)
  const slugs = new Set<string>()
  for (let n = 0; n < 50; n += 1) slugs.add((await shorten(studio)).slug)
  assert.equal(slugs.size, 50)
  for (const slug of slugs) assert.match(slug, /^[bcdfghjkmnpqrstvwxz23456789]{7}$/)
})

onBothDatabases("a slug is given once, whatever its case, and stays taken in the trash", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const { id } = await shorten(studio, { slug: "spring" })
  const taken = { code: "conflict", message: "Short name “SPRING” is taken.", hint: /SPRING-\w{3}, or leave it out/ }
  const other = { destination: "https://example.com", slug: "SPRING" }
  await assert.rejects(shorten(studio, other), taken)
  await assert.rejects(act("stranger", createLink, { ...other, destination: "https://example.com/spring" }), taken)
  const same = await shorten(studio, { slug: "SPRING", title: "Again" })
  assert.deepEqual([same.id, same.slug, same.title, same.alreadyExisted], [id, "spring", null, true])
  await act("member", trashLink, { id })
  const inTrash = {
    message: "Short name “SPRING” belongs to a link in the trash.",
    hint: /Restore that link, delete it/,
  }
  await assert.rejects(shorten(studio, { slug: "SPRING" }), inTrash)
  await assert.rejects(act("stranger", createLink, other), taken)
})

onBothDatabases("of parallel requests for one slug, one succeeds", async (t, kind) => {
  const studio = await world(t, kind)
  const wishes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => shorten(studio, { slug: "spring", destination: `https://example.com/${n}` })),
  )
  assert.equal(wishes.filter(({ status }) => status === "fulfilled").length, 1)
})

test("reserved words and short slugs are refused on the shared host, and free on a domain", async (t) => {
  const studio = await world(t)
  await verifyDomain(studio, "go.studio.com")
  for (const slug of ["admin", "Sign-In", "go"]) {
    const refused = slug === "go" ? { code: "invalid_request", message: /“go” is too short/ } : { code: "conflict" }
    await assert.rejects(shorten(studio, { slug }), refused)
    const { shortUrl } = await shorten(studio, { slug, domain: "go.studio.com" })
    assert.equal(shortUrl, `https://go.studio.com/${slug}`)
  }
  await assert.rejects(shorten(studio, { slug: "日本" }), { code: "invalid_request", hint: /leave it out/ })
})

onSqlite("a domain has slugs of its own, and has to be one that the workspace has proven", async (t, kind) => {
  const studio = await world(t, kind)
  const elsewhere = await insertWorkspace(studio.app, "third", "Third")
  await verifyDomain(studio, "go.studio.com")
  await verifyDomain(studio, "go.third.com", elsewhere)
  await shorten(studio, { slug: "spring" })
  const { domain, shortUrl } = await shorten(studio, { slug: "spring", domain: "Go.Studio.com." })
  assert.deepEqual({ domain, shortUrl }, { domain: "go.studio.com", shortUrl: "https://go.studio.com/spring" })
  for (const domain of ["go.third.com", "go.nobody.com"]) {
    await assert.rejects(shorten(studio, { domain }), {
      code: "invalid_request",
      hint: /Leave it out for the default domain/,
    })
  }
})

test("an expiry that has passed is refused, and so is one without an offset", async (t) => {
  const studio = await world(t)
  for (const expiresAt of ["2026-11-20T12:00:00Z", "2027-01-01T00:00:00", "tomorrow"]) {
    await assert.rejects(shorten(studio, { expiresAt }), { code: "invalid_request", field: "expiresAt" })
  }
})

test("an unknown field is refused, so that a misspelt one is noticed", async (t) => {
  const studio = await world(t)
  await assert.rejects(shorten(studio, { click_limit: 3 } as object), {
    code: "invalid_request",
    message: /click_limit/,
  })
})

onBothDatabases("an edit changes the given fields, and keeps address and clicks", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const made = await shorten(studio, { slug: "spring", title: "Spring", clickLimit: 5 })
  await changeLink(studio, made.id, { clicks: 3 })
  const edited = await act("member", editLinkAndSlug, { id: made.id, destination: "https://example.com/new" })
  const [destination, shownDestination] = ["https://example.com/new", "https://example.com/new"]
  assert.deepEqual(edited, { ...made, destination, shownDestination, clicks: 3, tags: [], clicksBefore: 0 })

  const change = { title: null, clickLimit: 3, expiresAt: "2027-01-01T00:00:00Z", passesQuery: true }
  const again = await act("member", editLinkAndSlug, { id: made.id, ...change })
  assert.equal(again.title, null)
  assert.equal(again.state, "limit_reached")
  assert.equal(again.passesQuery, true)
  const cleared = await act("member", editLinkAndSlug, { id: made.id, clickLimit: null, expiresAt: null })
  assert.deepEqual([cleared.state, cleared.clickLimit, cleared.expiresAt], ["active", null, null])
})

test("an edit is checked by the rules of a new link", async (t) => {
  const studio = await world(t)
  const { act } = studio
  const { id } = await shorten(studio)
  for (const change of [{ destination: "http://localhost:3000/s/x" }, { expiresAt: "2026-01-01T00:00:00Z" }]) {
    await assert.rejects(act("member", editLinkAndSlug, { id, ...change }), { code: "invalid_request" })
  }
})

onBothDatabases("the trash keeps a link for 30 days", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock, cx } = studio
  const { id } = await shorten(studio, { slug: "spring" })
  await changeLink(studio, id, { clicks: 7 })
  assert.equal((await act("member", trashLink, { id })).state, "trashed")
  assert.deepEqual((await act("viewer", listLinks, {})).links, [])
  assert.equal((await act("viewer", listLinks, { inTrash: true })).links[0]?.id, id)
  await assert.rejects(act("member", editLinkAndSlug, { id, title: "New" }), { code: "not_found" })
  await assert.rejects(act("member", trashLink, { id }), { code: "not_found" })

  clock.advance(30 * dayMs - 1)
  await sweepTables(cx, "short_links")
  const restored = await act("member", restoreLink, { id })
  assert.deepEqual([restored.state, restored.clicks], ["active", 7])
  await act("member", trashLink, { id })
  clock.advance(30 * dayMs)
  await sweepTables(cx, "short_links")
  await assert.rejects(act("member", restoreLink, { id }), { code: "not_found" })
  assert.equal(await clicksOf(studio, id), undefined)
  await shorten(studio, { slug: "spring" })
})

onBothDatabases("a list comes in pages, newest first, and can be searched", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  for (const slug of ["alpha", "bravo", "gamma"]) {
    await shorten(studio, { slug, destination: `https://example.com/${slug}_100%25`, title: `The ${slug} ONE` })
    clock.advance(1)
  }
  const list = async (input: object) => {
    const { links, nextCursor } = await act("viewer", listLinks, input)
    return { slugs: links.map(({ slug }) => slug), nextCursor }
  }
  const first = await list({ limit: 2 })
  assert.deepEqual(first.slugs, ["gamma", "bravo"])
  assert.deepEqual(await list({ limit: 2, cursor: first.nextCursor }), { slugs: ["alpha"], nextCursor: undefined })
  assert.deepEqual((await list({ query: "BRAVO" })).slugs, ["bravo"])
  assert.deepEqual((await list({ query: "gamma one" })).slugs, ["gamma"])
  assert.deepEqual((await list({ query: "_100%25" })).slugs, ["gamma", "bravo", "alpha"])
  for (const query of ["al_ha", "b%o", "\\"]) assert.deepEqual((await list({ query })).slugs, [], query)
})

test("a workspace does not see another's links, and viewers change none", async (t) => {
  const studio = await world(t)
  const { act } = studio
  const { id } = await shorten(studio)
  for (const action of [getLink, editLinkAndSlug, trashLink, restoreLink]) {
    await assert.rejects(act("stranger", action, { id }), { code: "not_found" })
  }
  assert.deepEqual((await act("stranger", listLinks, {})).links, [])
  for (const action of [editLinkAndSlug, trashLink, restoreLink]) {
    await assert.rejects(act("viewer", action, { id }), { code: "workspace_forbidden" })
  }
  await assert.rejects(act("viewer", createLink, { destination: "https://example.com" }), {
    code: "workspace_forbidden",
  })
})

test("when the maker of a link erases their account, the link stays", async (t) => {
  const studio = await world(t)
  const { app, workspaceId } = studio
  const leaver = await insertMember(app, { workspaceId, slug: "leaver" }, "member")
  assert.equal(leaver.kind, "person")
  const { accountId } = leaver
  const { id } = await perform({ app, caller: { ...leaver, workspaceSlug: "studio" } }, createLink, {
    destination: "https://example.com",
  })
  await app.database.transaction(async (db) => {
    await db.deleteFrom("members").where("account_id", "=", accountId).execute()
    await db.deleteFrom("accounts").where("id", "=", accountId).execute()
  })
  assert.equal(await clicksOf(studio, id), 0)
})
