import assert from "node:assert/strict"
import { test } from "node:test"
import { systemContext } from "#access/perform.ts"
import { migratedDatabaseUrl, onBothDatabases, openDatabase } from "#test/support/databases/test-databases.ts"
import { enterInDirectory, entryOfLink } from "#test/support/workspace/directory.ts"
import { changeLink, clicksOf, plainLink, shorten, verifyDomain } from "#test/support/workspace/links.ts"
import { insertWorkspace, type World, world } from "#test/support/worlds/world.ts"
import { type LinkVisit, linkFollower } from "./follow-link.ts"

function visitor({ cx }: Pick<World, "cx">) {
  const follow = linkFollower(cx)
  return (slug: string, visit: Partial<LinkVisit> = {}) => {
    return follow({ hostname: null, query: "", click: fromNowhere, ...visit, slug })
  }
}

const fromNowhere = { device: "other", referrer: "" } as const

onBothDatabases("a click is sent on and counted; another visit is sent on and not counted", async (t, kind) => {
  const studio = await world(t, kind)
  const visit = visitor(studio)
  const { id, destination } = await shorten(studio, { slug: "spring" })
  assert.equal(await visit("spring"), destination)
  assert.equal(await visit("SPRING"), destination)
  assert.equal(await visit("spring", { click: null }), destination)
  assert.equal(await clicksOf(studio, id), 2)
})

onBothDatabases("clicks that arrive together are written in few transactions, and none is lost", async (t, kind) => {
  const studio = await world(t, kind)
  let transactions = 0
  const { cx } = studio
  const atomically: typeof cx.atomically = (work) => {
    transactions += 1
    return cx.atomically(work)
  }
  const follow = linkFollower({ ...cx, atomically })
  const links = await Promise.all(["one-link", "another"].map((slug) => shorten(studio, { slug })))
  const visits = Array.from({ length: 100 }, (_, n) => links[n % 2]?.slug ?? "")
  await Promise.all(visits.map((slug) => follow({ hostname: null, slug, query: "", click: fromNowhere })))
  for (const { id } of links) assert.equal(await clicksOf(studio, id), 50)
  assert.ok(transactions < 50, `${transactions} transactions`)
})

onBothDatabases("a click limit is exact under parallel clicks", async (t, kind) => {
  const studio = await world(t, kind)
  const visit = visitor(studio)
  const { id } = await shorten(studio, { slug: "first-ten", clickLimit: 10 })
  const { id: other } = await shorten(studio, { slug: "no-limit" })
  const [limited, free] = await Promise.all([
    Promise.allSettled(Array.from({ length: 30 }, () => visit("first-ten"))),
    Promise.all(Array.from({ length: 30 }, () => visit("no-limit"))),
  ])
  assert.equal(limited.filter(({ status }) => status === "fulfilled").length, 10)
  assert.equal(free.length, 30)
  assert.deepEqual([await clicksOf(studio, id), await clicksOf(studio, other)], [10, 30])
  await assert.rejects(visit("first-ten"), { status: 410, message: /visit limit/ })
  await assert.rejects(visit("first-ten", { click: null }), { status: 410 })
})

onBothDatabases(
  "a click limit is exact across processes, and does not count clicks before an import",
  async (t, kind) => {
    const url = await migratedDatabaseUrl(t, kind)
    const studio = await world(t, kind)
    const app = { ...studio.app, database: openDatabase(t, url) }
    const workspaceId = await insertWorkspace(app, "shared", "Shared")
    const named = { ...plainLink, id: "link_1", workspace_id: workspaceId, slug: "race" }
    const row = { ...named, click_limit: 25, clicks: 40, clicks_before: 40 }
    await app.database.transaction(async (db) => {
      await db.insertInto("short_links").values(row).execute()
      await enterInDirectory(db, entryOfLink(row))
    })

    // Each has its own connections, like a process.
    const processes = Array.from({ length: 3 }, () => {
      return visitor({ cx: systemContext({ ...app, database: openDatabase(t, url) }) })
    })
    const visits = processes.flatMap((visit) => Array.from({ length: 20 }, () => visit("race")))
    const answered = (await Promise.allSettled(visits)).filter(({ status }) => status === "fulfilled")
    assert.equal(answered.length, 25)
    assert.equal(await clicksOf({ app }, "link_1"), 40 + 25)
  },
)

test("an unknown link is 404, one that no longer works is 410, and neither is counted", async (t) => {
  const studio = await world(t)
  const { app, clock, workspaceId } = studio
  const visit = visitor(studio)
  for (const slug of ["nothing", "no_slug", "", "a".repeat(33), "../etc", "%00"]) {
    await assert.rejects(visit(slug), { code: "not_found", status: 404 }, slug)
  }
  const { id } = await shorten(studio, { slug: "spring", expiresAt: "2026-11-20T12:00:01Z" })
  const gone = async (message: RegExp) => {
    await assert.rejects(visit("spring"), { code: "not_found", status: 410, message })
    await assert.rejects(visit("spring", { click: null }), { status: 410 })
  }
  clock.advance(999)
  await visit("spring")
  clock.advance(1)
  await gone(/expired/)
  await changeLink(studio, id, { expires_at: null, suspended_at: 1 })
  await gone(/suspended/)
  await changeLink(studio, id, { suspended_at: null, deleted_at: 1 })
  await gone(/deleted/)
  await changeLink(studio, id, { deleted_at: null })
  await visit("spring")

  const change = (set: object) =>
    app.database.transaction((db) => db.updateTable("workspaces").set(set).where("id", "=", workspaceId).execute())
  await change({ suspended_at: 1 })
  await gone(/suspended/)
  await change({ suspended_at: null, deleted_at: 1 })
  await assert.rejects(visit("spring"), { status: 404 })
  assert.equal(await clicksOf(studio, id), 2)
})

onBothDatabases("a domain leads to its own workspace's links while it is verified", async (t, kind) => {
  const studio = await world(t, kind)
  const { app } = studio
  const visit = visitor(studio)
  await verifyDomain(studio, "go.studio.com")
  await shorten(studio, { slug: "spring", destination: "https://example.com/shared" })
  await shorten(studio, { slug: "spring", destination: "https://example.com/own", domain: "go.studio.com" })
  assert.equal(await visit("spring"), "https://example.com/shared")
  assert.equal(await visit("spring", { hostname: "go.studio.com" }), "https://example.com/own")
  await assert.rejects(visit("spring", { hostname: "go.other.com" }), { status: 404 })

  await app.database.transaction(async (db) => {
    await db.updateTable("domains").set({ verified_at: null }).execute()
    await db.deleteFrom("directory").where("kind", "=", "hostname").execute()
  })
  await assert.rejects(visit("spring", { hostname: "go.studio.com" }), { status: 404 })
  const heir = await insertWorkspace(app, "heir", "Heir")
  await verifyDomain(studio, "go.studio.com", heir)
  await assert.rejects(visit("spring", { hostname: "go.studio.com" }), { status: 404 }, "the domain is another's now")
})

test("a visitor's query is dropped, or joins what the destination has", async (t) => {
  const studio = await world(t)
  const visit = visitor(studio)
  await shorten(studio, { slug: "drops", destination: "https://example.com/?a=1" })
  assert.equal(await visit("drops", { query: "b=2" }), "https://example.com/?a=1")
  for (const [slug, destination, query, expected] of [
    ["plain", "https://example.com/x", "b=2&b=3", "https://example.com/x?b=2&b=3"],
    ["fixed", "https://example.com/?ref=mine#top", "ref=yours&b=2", "https://example.com/?ref=mine&b=2#top"],
    ["odd", "https://example.com/?q=a%20b+c&&d", "x=%F0%9F%8E%A8", "https://example.com/?q=a%20b+c&&d&x=%F0%9F%8E%A8"],
    ["hostile", "https://example.com/", "a=%0d%0aSet-Cookie:x#x", "https://example.com/?a=%0d%0aSet-Cookie:x%23x"],
    ["own-hash", "https://example.com/#/a?b", "c=1", "https://example.com/?c=1#/a?b"],
    ["bare-mark", "https://example.com/?", "c=1", "https://example.com/?c=1"],
    ["empty", "https://example.com/", "", "https://example.com/"],
    ["nothing-new", "https://example.com/?a=1", "a=2", "https://example.com/?a=1"],
  ] as const) {
    await shorten(studio, { slug, destination, passesQuery: true })
    assert.equal(await visit(slug, { query }), expected)
  }
})

test("a visitor's parameters arrive byte for byte", async (t) => {
  const studio = await world(t)
  const visit = visitor(studio)
  await shorten(studio, { slug: "spring", destination: "https://example.com/?it's=1#'", passesQuery: true })
  for (const query of [
    ...["q=%FC", "flag", "a=%20b", "a=+b", "~!*()[]'=~!*()[]'", "a=b=c", "=x", "a;b=1", "%zz=%", 'x={"a":[1]}', "a&&b"],
    ...["a=%c3%bc&b=%C3%BC", "u=https://e.com/?a", "gclid=Cj0_-.x", "\xc3\xbc=\xfc", "|^`\\<>"],
  ]) {
    const arrived = query.replaceAll("&&", "&")
    assert.equal(await visit("spring", { query }), `https://example.com/?it's=1&${arrived}#'`)
  }
  assert.equal(await visit("spring", { query: "it%27s=2&IT's=3" }), "https://example.com/?it's=1&IT's=3#'")
})

test("a name is found without what a text or a mail program appended to it", async (t) => {
  const studio = await world(t)
  const visit = visitor(studio)
  const { destination } = await shorten(studio, { slug: "my-spring" })
  const appended = [
    ...[
      ".",
      ",",
      ";",
      ":",
      "!",
      "?",
      ")",
      "]",
      "}",
      ">",
      '"',
      "'",
      "/",
      "*",
      "**",
      "`",
      "|",
      "\\",
      "=",
      "%",
      " ",
      "\n",
      "#a",
    ],
    ...[
      "’",
      "”",
      "»",
      "›",
      "…",
      "）",
      "】",
      "」",
      "。",
      "，",
      "、",
      "！",
      "？",
      "：",
      "．",
      "؟",
      "،",
      "।",
      "\u200b",
      "\ufeff",
      "\u00a0",
    ],
    ...[
      ").",
      '".',
      "...",
      "。更多",
      " and more",
      "](https://example.com/s/my-spring)",
      '"target=',
      "%20",
      "%E2%80",
      "\u2060)",
      ";utm_source=mail",
      ",and more",
      ":more",
      "@studio",
      "—more",
      "–",
      "_",
      "__",
      "~~.",
      "-",
      "//",
    ],
  ]
  for (const more of appended) assert.equal(await visit(`my-spring${more}`), destination, JSON.stringify(more))
  for (const form of [
    "my‑spring",
    "my–spring",
    "my\u00ad-spring",
    "MY-SPRING.",
    "ｍｙ－ｓｐｒｉｎｇ",
    "\u200emy-spring\u200e",
    "/my-spring",
  ]) {
    assert.equal(await visit(form), destination, JSON.stringify(form))
  }
  for (const other of ["my-sprin.", ".my-spring", "my.spring.", "<my-spring>", ").", "%20"]) {
    await assert.rejects(visit(other), { status: 404 }, other)
  }
})

test("a name that exists is looked up once, and a missing one three times at most", async (t) => {
  const studio = await world(t)
  await shorten(studio, { slug: "spring" })
  let lookups = 0
  const cx = {
    ...studio.cx,
    get db() {
      lookups += 1
      return studio.cx.db
    },
  }
  const visit = visitor({ cx })
  for (const [slug, expected] of [
    ["spring", 1],
    ["SPRING", 1],
    ["nothing", 1],
    ["nothing.", 2],
    ["spring.", 2],
    ["spring).,", 2],
    ["spring;a=1", 2],
    ["nothing_-", 2],
    ["nothing—a.", 3],
    ["spring//more", 1],
  ] as const) {
    lookups = 0
    await visit(slug).catch(() => undefined)
    assert.ok(lookups > 0 && lookups <= expected, `${slug}: ${lookups}`)
  }
})
