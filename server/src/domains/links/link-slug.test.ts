import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { isLinkName, toLinkName } from "#contract/link-name.ts"
import { listDomains, removeDomain } from "#domains/workspaces/index.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { changeLink, shorten, verifyDomain } from "#test/support/workspace/links.ts"
import { insertWorkspace, type World, world } from "#test/support/worlds/world.ts"
import {
  browseLinks,
  createLink,
  deleteLinks,
  editLinkAndSlug,
  findTrashedLink,
  getLink,
  importLinks,
  linkFollower,
  listFormerSlugs,
  listLinks,
  restoreLink,
  trashLink,
} from "./index.ts"

const domain = "go.studio.com"

function visitor({ cx }: Pick<World, "cx">, hostname: string | null) {
  const follow = linkFollower(cx)
  return (slug: string) => follow({ hostname, slug, query: "", click: null })
}

const to = (name: string) => `https://example.com/${name}`

const kept = [
  ...[
    "my_link",
    "blog/2024",
    "menu.pdf",
    "a-b--c-",
    "-a-",
    "v1.2~beta",
    "Spring",
    "A/b/C.html",
    ".hidden",
    "_x_",
    "...a",
  ],
  ..."x".repeat(190).split(" "),
]

test("letters, digits, -_.~ and parts stay in a name; spaces become hyphens; the rest is dropped", async (t) => {
  const studio = await world(t)
  await verifyDomain(studio, domain)
  for (const isShared of [true, false]) {
    const names: [string, string][] = [
      ...kept.map((name): [string, string] => [name, name]),
      ["Early Spring!", "Early-Spring"],
      [" My  new\u00a0link\t", "My-new-link"],
      ["tea – now & then", "tea-now-then"],
      ["blog / a first post /", "blog/a-first-post"],
      ["my%20link (2)", "my-link-2"],
      ["a / - / b", "a/b"],
      ["two--hyphens -- here", "two--hyphens-here"],
      ["/a//b/", "a/b"],
      ["a/../b/./c", "a/b/c"],
      ["«my–link»\u200b", "my-link"],
      ["500%25", "500"],
      ["100%", "100"],
      ["x".repeat(250), "x".repeat(190)],
    ]
    for (const [typed, slug] of names) {
      const made = await shorten(studio, { slug: typed, ...(!isShared && { domain }), destination: to("x") })
      assert.equal(made.slug, slug)
      assert.ok(made.shortUrl.endsWith(`/${slug}`))
      await studio.act("member", trashLink, { id: made.id })
      await studio.act("member", deleteLinks, { which: { ids: [made.id] } })
    }
  }
})

test("an address with spaces leads to the name with hyphens", async (t) => {
  const studio = await world(t)
  await verifyDomain(studio, domain)
  for (const at of [null, domain]) {
    await shorten(studio, {
      slug: "Spring sale/first day",
      ...(at !== null && { domain: at }),
      destination: to("sale"),
    })
    const visit = visitor(studio, at)
    for (const address of ["spring sale/first day", "Spring  sale / first day ", "spring-sale//first-day"]) {
      assert.equal(await visit(address), to("sale"))
    }
    await assert.rejects(visit("springsale/firstday"), { code: "not_found" })
    await assert.rejects(visit(" "), { code: "not_found" })
  }
})

test("a domain takes letters of every script; the shared host takes ASCII, without accents", async (t) => {
  const studio = await world(t)
  await verifyDomain(studio, domain)
  const visit = visitor(studio, domain)
  for (const name of [
    ...[
      "café",
      "Überblick",
      "меню",
      "東京",
      "日本/夏",
      "हिन्दी",
      "เมนู",
      "تخفيض",
      "ΟΔΟΣ",
      "ｍｅｎｕ",
      "٢٠٢٤",
      "naïve_Ελλάδα.pdf",
    ],
  ]) {
    const { slug } = await shorten(studio, { slug: name.normalize("NFD"), domain, destination: to("own") })
    assert.equal(slug, name.normalize("NFC"))
    for (const form of ["NFC", "NFD"] as const) assert.equal(await visit(name.normalize(form)), to("own"), name)
    assert.equal(await visit(name.toUpperCase()), to("own"), name)
  }
  for (const name of ["می\u200cخواهم", "क्\u200dष", "a\u00adb\u2060c"]) {
    const { slug } = await shorten(studio, { slug: name, domain, destination: to("joined") })
    for (const form of [name, slug]) assert.equal(await visit(form), to("joined"), "joiners are seen by no one")
  }
  assert.equal((await shorten(studio, { slug: encodeURIComponent("crème/brûlée"), domain })).slug, "crème/brûlée")
  assert.equal((await shorten(studio, { slug: "café" })).slug, "cafe")
  await assert.rejects(shorten(studio, { slug: "東京" }), { field: "slug", hint: /letters a–z/ })
  await assert.rejects(shorten(studio, { slug: "🎉--", domain }), { field: "slug", message: /no letters or digits/ })
})

test("a typed name is converted to a valid name, and converting it again changes nothing", () => {
  const piece = fc.constantFrom(
    "a",
    "é",
    "東",
    "ß",
    "İ",
    "/",
    ".",
    "..",
    "-",
    "–",
    " ",
    "\n",
    "\u3000",
    "&",
    "%41",
    "%",
    "\u200d",
    "\ufe0f",
    "🎉",
  )
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(piece).map((pieces) => pieces.join("")),
  )
  fc.assert(
    fc.property(texts, fc.boolean(), (typed, isShared) => {
      const name = toLinkName(typed, { isShared })
      assert.equal(toLinkName(name, { isShared }), name)
      if (name === "") return
      assert.ok(isLinkName(name))
      assert.equal(
        new URL(`https://example.com/${name}`).pathname,
        `/${encodeURIComponent(name).replaceAll("%2F", "/")}`,
      )
    }),
  )
})

test("a domain in another script is typed and shown in it, and its links work", async (t) => {
  const studio = await world(t)
  for (const [shown, hostname] of [
    ["bücher.example.com", "xn--bcher-kva.example.com"],
    ["кафе.рф", "xn--80akn5b.xn--p1ai"],
    ["例え.jp", "xn--r8jz45g.jp"],
    ["مثال.com", "xn--mgbh0fb.com"],
  ] as const) {
    await verifyDomain(studio, hostname)
    const { items } = await studio.act("member", listDomains, {})
    assert.ok(items.some((domain) => domain.hostname === shown))
    for (const typed of [shown, shown.toUpperCase(), ` ${shown}. `, hostname, `“${shown.normalize("NFD")}”`]) {
      const made = await shorten(studio, { domain: typed })
      assert.deepEqual([made.domain, made.shortUrl], [shown, `https://${shown}/${made.slug}`])
      assert.equal(await visitor(studio, hostname)(made.slug), to("spring"))
      const { rows } = await studio.act("member", importLinks, {
        rows: [{ destination: to("spring"), slug: made.slug, domain: typed }],
      })
      assert.deepEqual([rows[0]?.state, rows[0]?.domain], ["exists", shown])
    }
  }
  for (const domain of ["bücher.example.com/x", "xn--bcher.example.com", "кафe.рф", ""]) {
    await assert.rejects(shorten(studio, { domain }), { field: "domain" })
  }
})

onBothDatabases("a link on a removed domain is shown as that until the domain is back", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, app } = studio
  await verifyDomain(studio, domain)
  const on = await shorten(studio, { slug: "on", domain })
  const ended = await shorten(studio, { slug: "ended", domain, expiresAt: "2027-01-01T00:00:00Z" })
  const shared = await shorten(studio, { slug: "shared" })
  const states = async () => {
    const { links } = await act("viewer", listLinks, {})
    const browsed = await act("viewer", browseLinks, {})
    assert.deepEqual(
      browsed.links.map(({ state }) => state),
      links.map(({ state }) => state),
    )
    const one = await act("viewer", getLink, { id: on.id })
    const stateOf = (id: string) => links.find((link) => link.id === id)?.state
    assert.equal(one.state, stateOf(on.id))
    return [on, ended, shared].map(({ id }) => stateOf(id))
  }
  assert.deepEqual(await states(), ["active", "active", "active"])
  const [row] = (await act("admin", listDomains, {})).items
  await act("admin", removeDomain, { id: row?.id })
  await changeLink(studio, ended.id, { expires_at: 1 })
  assert.deepEqual(await states(), ["domain_removed", "expired", "active"])
  assert.equal((await act("member", trashLink, { id: on.id })).state, "trashed")
  assert.equal((await act("member", restoreLink, { id: on.id })).state, "domain_removed")
  const other = await insertWorkspace(app, "other", "Other")
  await verifyDomain(studio, domain, other)
  assert.deepEqual(await states(), ["domain_removed", "expired", "active"], "another workspace has it")
})

test("paths that each host needs are reserved, in any case", async (t) => {
  const studio = await world(t)
  await verifyDomain(studio, domain)
  for (const slug of [
    ...[".well-known/acme-challenge/x", ".Well-Known", "robots.txt", "FAVICON.ico", "assets/x.js", "api/health"],
  ]) {
    for (const on of [{}, { domain }]) {
      await assert.rejects(shorten(studio, { slug, ...on }), { code: "conflict", field: "slug", message: /reserved/ })
    }
  }
  for (const slug of ["robots.txt2", "well-known", "blog/robots.txt", "assets", "favicons"]) {
    await shorten(studio, { slug, domain })
  }
})

onBothDatabases("on the shared host case is shown, and does not count", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const { id } = await shorten(studio, { slug: "SpringSale", destination: to("spring") })
  const visit = visitor(studio, null)
  for (const slug of ["SpringSale", "springsale", "SPRINGSALE"]) {
    assert.equal(await visit(slug), to("spring"))
    for (const who of ["member", "stranger"] as const) {
      await assert.rejects(act(who, createLink, { slug, destination: to("x") }), { field: "slug" })
    }
  }
  const other = await shorten(studio)
  await assert.rejects(act("member", editLinkAndSlug, { id: other.id, slug: "SPRINGsale" }), { field: "slug" })

  const edited = await act("member", editLinkAndSlug, { id, slug: "springSALE" })
  assert.equal(edited.slug, "springSALE")
  assert.deepEqual((await act("viewer", listFormerSlugs, { id })).formerSlugs, [], "it is the same name")
  await act("member", editLinkAndSlug, { id, slug: "Autumn" })
  await assert.rejects(act("stranger", createLink, { slug: "SpringSale", destination: to("x") }), { field: "slug" })
  assert.equal(await visit("springsale"), to("spring"))
  await act("member", editLinkAndSlug, { id, slug: "SpringSale", formerSlug: "not_at_all" })
  assert.deepEqual((await act("viewer", listFormerSlugs, { id })).formerSlugs, [])
  assert.equal((await act("stranger", createLink, { slug: "AUTUMN", destination: to("x") })).slug, "AUTUMN")
})

onBothDatabases("on a domain names may differ by case: the exact one wins, then the only one", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  await verifyDomain(studio, domain)
  const visit = visitor(studio, domain)
  const make = (slug: string) => shorten(studio, { slug, domain, destination: to(slug) })
  const links = [await make("aBc"), await make("AbC"), await make("only")]
  const other = { slug: "aBc", domain, destination: to("other") }
  await assert.rejects(shorten(studio, other), { code: "conflict", field: "slug" })
  assert.deepEqual((await make("aBc")).id, links[0]?.id)
  const visits = { aBc: "aBc", AbC: "AbC", only: "only", ONLY: "only", Only: "only" }
  for (const [slug, name] of Object.entries(visits)) assert.equal(await visit(slug), to(name))
  await assert.rejects(visit("ABC"), { status: 404 })
  await act("member", trashLink, { id: links[1]?.id })
  assert.equal(await visit("ABC"), to("aBc"), "the only one that works")
  await assert.rejects(visit("AbC"), { status: 410 })
  for (const slug of ["menu", "Menu", "mEnu"]) await act("member", trashLink, { id: (await make(slug)).id })
  await make("MENU")
  assert.equal(await visit("MeNu"), to("MENU"), "however many are in the trash")

  await act("member", editLinkAndSlug, { id: links[2]?.id, slug: "Only" })
  for (const slug of ["only", "Only", "ONLY"]) assert.equal(await visit(slug), to("only"))
  await make("ONLY")
  assert.equal(await visit("only"), to("only"), "a former name is exact, too")
  assert.equal(await visit("ONLY"), to("ONLY"))
  await assert.rejects(visit("oNLY"), { status: 404 })
})

onBothDatabases("an import keeps names that differ by case on a domain, and one of them elsewhere", async (t, kind) => {
  const studio = await world(t, kind)
  await verifyDomain(studio, domain)
  const row: { destination: string; slug?: string; domain?: string } = { destination: to("x") }
  const rows = [
    ...["aBc", "AbC", "aBc"].map((slug) => ({ ...row, slug, domain })),
    ...["aBc", "AbC", "blog/2024"].map((slug) => ({ ...row, slug })),
  ]
  const expected = [
    ...[
      ["created", "aBc"],
      ["created", "AbC"],
      ["refused", "aBc"],
    ],
    ...[
      ["created", "aBc"],
      ["refused", "AbC"],
      ["created", "blog/2024"],
    ],
  ]
  rows[2] = { destination: to("y"), slug: "aBc", domain }
  rows[4] = { destination: to("y"), slug: "AbC" }
  for (const onlyChecks of [true, false]) {
    const answer = await studio.act("member", importLinks, { rows, onlyChecks })
    assert.deepEqual(
      answer.rows.map(({ state, slug }) => [state, slug]),
      expected,
    )
  }
})

test("each row of an import says how its name differs from the one in the file", async (t) => {
  const studio = await world(t)
  const rows = [" Early Spring! ", "café", " kept_name ", "日本"].map((slug) => ({ slug, destination: to("x") }))
  const answer = await studio.act("member", importLinks, { rows, onlyChecks: true })
  assert.deepEqual(
    answer.rows.map(({ slug }) => slug),
    ["Early-Spring", "cafe", "kept_name", null],
  )
  const notes = answer.rows.map(({ notes }) => notes.join(" "))
  assert.match(notes[0] ?? "", /^The short name is “Early-Spring”\. .*-_\.~/)
  assert.match(notes[1] ?? "", /^The short name is “cafe”\. .*a–z/)
  assert.deepEqual(notes.slice(2), ["", ""])
})

onBothDatabases("a name in the trash is named as that; its link is deleted for good", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  await verifyDomain(studio, domain)
  for (const on of [{}, { domain }]) {
    const { id } = await shorten(studio, { slug: "Before", ...on })
    await act("member", editLinkAndSlug, { id, slug: "Spring" })
    for (const slug of ["Spring", "Before"]) {
      assert.equal((await act("member", findTrashedLink, { slug, ...on })).link, null)
    }
    const wish = (slug: string) => act("member", createLink, { slug, destination: to("x"), ...on })
    await assert.rejects(wish("Before"), { message: /“Before” still redirects: the link “Spring” had it/ })
    await act("member", trashLink, { id })
    const other = await shorten(studio, on)
    for (const slug of ["Spring", "Before"]) {
      const inTrash = {
        code: "conflict",
        field: "slug",
        message: `Short name “${slug}” belongs to a link in the trash.`,
      }
      await assert.rejects(wish(slug), inTrash)
      await assert.rejects(act("member", editLinkAndSlug, { id: other.id, slug }), inTrash)
      const { rows } = await act("member", importLinks, { rows: [{ slug, destination: to("x"), ...on }] })
      assert.equal(rows[0]?.state, "refused")
      assert.equal((await act("member", findTrashedLink, { slug, ...on })).link?.id, id)
    }
    assert.equal((await act("stranger", findTrashedLink, { slug: "Spring" })).link, null)
    await assert.rejects(act("viewer", deleteLinks, { which: { ids: [id] } }), { code: "workspace_forbidden" })
    assert.equal((await act("stranger", deleteLinks, { which: { ids: [id] } })).changed, 0)
    assert.equal((await act("member", deleteLinks, { which: { ids: [id, other.id] } })).changed, 1)
    await assert.rejects(act("member", getLink, { id }), { code: "not_found" })
    assert.equal((await act("member", getLink, { id: other.id })).id, other.id, "it is not in the trash")
    for (const slug of ["Spring", "Before"]) assert.equal((await wish(slug)).slug, slug)
  }
})
