import assert from "node:assert/strict"
import { describe, test } from "node:test"
import jsonld, { type Options } from "jsonld"
import { anonymous } from "#access/context.ts"
import { currencies } from "#contract/currencies.ts"
import {
  archiveOffer,
  editOffer,
  pauseOffer,
  publishOffer,
  resumeOffer,
  startCheckout,
} from "#domains/handover/index.ts"
import { createLink, editLinkAndSlug, trashLink } from "#domains/links/index.ts"
import { reportAbuse } from "#domains/operators/index.ts"
import { editSellerPage, setListedOffers, setPageLinks } from "#domains/seller-pages/index.ts"
import { changeSlug, editWorkspace, trashWorkspace } from "#domains/workspaces/index.ts"
import { showSellerPage } from "#test/support/selling/seller-page.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"

const base = "http://localhost:3000"

/** The terms that the pages use, as https://schema.org/docs/jsonldcontext.json defines them. */
const schemaOrg = {
  "@vocab": "http://schema.org/",
  id: "@id",
  type: "@type",
  ...Object.fromEntries(["url", "image", "logo", "availability"].map((term) => [term, { "@type": "@id" }])),
}

/** Reads a page's JSON-LD with the W3C's algorithm, and returns its things of a type. */
async function thingsOf(html: string, type: string): Promise<Record<string, unknown>[]> {
  const [, text = ""] = /<script type="application\/ld\+json" nonce="[\w-]+">(.*?)<\/script>/s.exec(html) ?? []
  const documentLoader = async (url: string) => {
    assert.equal(url, "https://schema.org")
    return { documentUrl: url, document: { "@context": schemaOrg } }
  }
  const frame = { "@context": schemaOrg, "@type": type }
  const framed: object = await jsonld.frame(JSON.parse(text), frame, { documentLoader } as Options.Frame)
  const { "@graph": graph, "@context": _, ...one }: Record<string, unknown> = { ...framed }
  return (graph ?? (Object.keys(one).length > 0 ? [one] : [])) as Record<string, unknown>[]
}

const offersOf = (product: { offers?: unknown } = {}) => product.offers as Record<string, string>

const titlesOn = async ({ visit }: PageWorld) => (await visit("/@studio")).all("h2").map(({ text }) => text)

async function feedOf({ server }: PageWorld, headers = {}) {
  return server.inject({ method: "GET", url: "/@studio/feed.atom", headers })
}
const entriesIn = (feed: string) => [...feed.matchAll(/<entry>\s*<id>[^<]*<\/id>\s*<title>([^<]*)/g)].map(([, t]) => t)

describe("GET /@{slug}", () => {
  test("404 until the seller switches the page on; then it shows only listed offers", async (t) => {
    const world = await pageWorld(t)
    const { visit, act } = world
    const [one] = [await offerOnSale(world, { title: "One" }), await offerOnSale(world, { title: "Two" })]
    assert.equal((await visit("/@studio")).status, 404)
    assert.equal((await feedOf(world)).statusCode, 404)

    await act("owner", editSellerPage, { isShown: true })
    assert.equal((await visit("/@studio")).status, 200)
    assert.deepEqual(await titlesOn(world), [])
    const unlisted = await visit(`/pay/${one.shortKey}`)
    assert.equal(unlisted.headers["x-robots-tag"], "noindex")
    assert.ok(unlisted.html.includes('<meta name="robots" content="noindex">'))

    await act("owner", setListedOffers, { offerIds: [one.id] })
    const listed = await visit(`/pay/${one.shortKey}`)
    assert.equal(listed.headers["x-robots-tag"], undefined)
    assert.doesNotMatch(listed.html, /noindex/)
    assert.deepEqual(await titlesOn(world), ["One"])

    await act("owner", editSellerPage, { isShown: false })
    assert.equal((await visit("/@studio")).status, 404)
    assert.equal((await visit(`/pay/${one.shortKey}`)).headers["x-robots-tag"], "noindex")
  })

  test("shows only listed, published and unsuspended offers, from the next request on", async (t) => {
    const world = await pageWorld(t)
    const { act, app } = world
    const [one, two] = [await offerOnSale(world, { title: "One" }), await offerOnSale(world, { title: "Two" })]
    await offerOnSale(world, { title: "Three" })
    await showSellerPage(world, [two, one])
    const suspend = (suspended_at: number | null) =>
      app.database.transaction((db) =>
        db.updateTable("offers").set({ suspended_at }).where("id", "=", one.id).execute(),
      )
    const { etag } = (await feedOf(world)).headers
    assert.equal((await feedOf(world, { "if-none-match": etag })).statusCode, 304)

    for (const [change, shown] of [
      [() => undefined, ["Two", "One"]],
      [() => act("admin", setListedOffers, { offerIds: [one.id, two.id] }), ["One", "Two"]],
      [() => act("member", archiveOffer, { id: one.id }), ["Two"]],
      [() => act("member", publishOffer, { id: one.id }), ["One", "Two"]],
      [() => suspend(app.now()), ["Two"]],
      [() => suspend(null), ["One", "Two"]],
      [() => act("admin", setListedOffers, { offerIds: [two.id] }), ["Two"]],
      [() => act("member", editOffer, { id: two.id, title: "Second" }), ["Second"]],
    ] as const) {
      await change()
      assert.deepEqual(await titlesOn(world), shown)
      const feed = await feedOf(world, { "if-none-match": etag })
      assert.deepEqual(entriesIn(feed.payload).sort(), feed.statusCode === 304 ? [] : shown.toSorted())
    }

    await app.database.transaction((db) => db.updateTable("workspaces").set({ suspended_at: 1 }).execute())
    assert.equal((await world.visit("/@studio")).status, 404)
    await app.database.transaction((db) => db.updateTable("workspaces").set({ suspended_at: null }).execute())
    await act("owner", trashWorkspace, { slug: "studio" })
    assert.equal((await world.visit("/@studio")).status, 404)
    assert.equal((await feedOf(world)).statusCode, 404)
  })

  test("shows the seller's text, contact and chosen links, and a link only while it redirects", async (t) => {
    const world = await pageWorld(t)
    const { act, visit } = world
    await act("admin", editWorkspace, { contact: "ada@studio.example" })
    await act("admin", editSellerPage, { isShown: true, about: "Posters & type.\nSince 2019." })
    const links = []
    for (const label of ["Newsletter", "Shop"]) {
      const { id } = await act("member", createLink, { destination: "https://example.com/", title: "An inner note" })
      links.push({ linkId: String(id), label })
    }
    await act("admin", setPageLinks, { links })

    const { html, text, links: shown, all } = await visit("/@studio")
    assert.match(text, /Posters & type\. Since 2019\./)
    assert.doesNotMatch(html, /An inner note/)
    assert.ok(shown.some(({ href }) => href === "mailto:ada@studio.example"))
    assert.deepEqual(all("main ul a").map(({ text }) => text), ["Newsletter", "Shop"]) // biome-ignore format: one thought
    assert.match(html, /<a href="\/report\?about=%2F%40studio">/)
    assert.ok(html.includes(`<link rel="canonical" href="${base}/@studio">`))
    assert.ok(html.includes('<link rel="alternate" type="application/atom+xml" title="Studio Ada" href="/@studio/feed.atom">')) // biome-ignore format: one thought
    assert.match(html, /og:image" content="http:\/\/localhost:3000\/api\/og\?title=Studio\+Ada/)

    const [first = { linkId: "" }, second = { linkId: "" }] = links
    await act("member", trashLink, { id: first.linkId })
    await act("member", editLinkAndSlug, {
      id: second.linkId,
      expiresAt: new Date(world.app.now() + 1_000).toISOString(),
    })
    world.clock.advance(2_000)
    assert.deepEqual((await visit("/@studio")).all("main ul a"), [])
  })

  test("303 from a former slug and from another spelling; JSON is not served", async (t) => {
    const world = await pageWorld(t)
    const { act, visit, server } = world
    await showSellerPage(world, [await offerOnSale(world)])
    const moved = await act("owner", changeSlug, { slug: "studio-two" })
    for (const path of ["/@studio", "/@Studio-Two", "/@studio-two."]) {
      const { status, headers } = await visit(path)
      assert.deepEqual([status, headers.location], [303, "/@studio-two"], path)
    }
    const feed = await server.inject({ method: "GET", url: "/@studio/feed.atom" })
    assert.deepEqual([feed.statusCode, feed.headers.location], [303, "/@studio-two/feed.atom"])
    const asJson = await server.inject({ method: "GET", url: "/@studio-two", headers: { accept: "application/json" } })
    assert.equal(asJson.headers["content-type"], "text/html; charset=utf-8")
    assert.equal((await visit("/@studio-two.json")).status, 404)
    world.clock.advance(moved.heldUntil - world.app.now())
    assert.equal((await visit("/@studio")).status, 404)
    for (const path of ["/@", "/@no-such-seller", "/@%00", "/@%2e%2e", `/@${"a".repeat(99)}`]) {
      assert.equal((await visit(path)).status, 404, path)
    }
  })
})

describe("JSON-LD", () => {
  test("states the price that checkout charges, in every currency, on the seller's page and the pay page", async (t) => {
    const world = await pageWorld(t)
    const { app, act, visit, sandbox } = world
    const { id, shortKey } = await offerOnSale(world)
    await showSellerPage(world, [{ id }])
    const known = { usd: "19.00", jpy: "1900", bhd: "1.900", isk: "19.00", krw: "1900", huf: "19.00", tnd: "1.900" }
    for (const currency of currencies) {
      const { minimumCents, stepCents } = app.payments.amountRules(currency)
      const priceCents = Math.max(1900, Math.ceil(minimumCents / stepCents) * stepCents)
      await act("member", editOffer, { id, priceCents, currency })

      const page = await visit("/@studio")
      const [product] = await thingsOf(page.html, "Product")
      const opened = await act(anonymous, startCheckout, { key: shortKey, buyerEmail: `${currency}@example.com` })
      assert.ok("sessionId" in opened)
      const charged = await sandbox.findCheckoutSession({ id: "installation" }, `${opened.sessionId}`)

      const { price, priceCurrency, availability } = offersOf(product)
      assert.deepEqual([priceCurrency, availability], [charged?.currency.toUpperCase(), "https://schema.org/InStock"])
      const [whole = "", part = ""] = `${price}`.split(".")
      assert.equal(Number(whole + part), charged?.amountCents, currency)
      const shown = new Intl.NumberFormat("en-US", { style: "currency", currency, minimumFractionDigits: part.length })
      assert.ok(page.text.includes(shown.format(Number(price)).replace(/\s/g, " ")), currency)
      if (!(currency in known) || priceCents > 1900) continue
      assert.equal(price, known[currency as keyof typeof known])
      const [onPayPage] = await thingsOf((await visit(`/pay/${shortKey}`)).html, "Product")
      assert.deepEqual(offersOf(onPayPage).price, price)
    }
  })

  test("states sold out, paused, free, the seller and the picture; a title cannot end its script", async (t) => {
    const world = await pageWorld(t)
    const { act, visit } = world
    const title = `</script><script>alert("x")</script><!--`
    const { id, shortKey } = await offerOnSale(world, { title, stockLimit: 0, description: "Twelve posters." })
    const free = await offerOnSale(world, { title: "Free", priceCents: 0 })
    await showSellerPage(world, [{ id }, free])
    const offerOf = async () => (await thingsOf((await visit(`/pay/${shortKey}`)).html, "Product"))[0] ?? {}
    const availability = async () => offersOf(await offerOf()).availability

    assert.equal(await availability(), "https://schema.org/SoldOut")
    await act("member", pauseOffer, { id })
    assert.equal(await availability(), "https://schema.org/OutOfStock")
    await act("member", resumeOffer, { id })
    await act("member", editOffer, { id, stockLimit: null })
    assert.equal(await availability(), "https://schema.org/InStock")

    const { html, headers } = await visit("/@studio")
    assert.doesNotMatch(html, /<script>/)
    const nonce = /script-src 'nonce-([\w-]{22})'/.exec(String(headers["content-security-policy"]))?.[1]
    assert.ok(html.includes(`<script type="application/ld+json" nonce="${nonce}">`))
    const [organization] = await thingsOf(html, "Organization")
    assert.deepEqual([organization?.id, organization?.name], [`${base}/@studio`, "Studio Ada"])
    const products = await thingsOf(html, "Product")
    const [hostile] = products.filter(({ name }) => name === title)
    assert.deepEqual([hostile?.description, hostile?.url], ["Twelve posters.", `${base}/pay/${shortKey}`])
    assert.match(String(hostile?.image), /^http:\/\/localhost:3000\/api\/og\?title=/)
    const [{ offers } = {}] = products.filter(({ name }) => name === "Free")
    assert.equal(offersOf({ offers }).price, "0.00")
  })
})

test("a report of a seller's page is one of its workspace", async (t) => {
  const { act, app, workspaceId } = await pageWorld(t)
  const report = { about: `${base}/@studio`, reason: "phishing", words: "", email: "" }
  await act(anonymous, reportAbuse, report)
  const reports = await app.database.read.selectFrom("abuse_reports").select(["subject_kind", "subject_id"]).execute()
  assert.deepEqual(reports, [{ subject_kind: "workspace", subject_id: workspaceId }])
})

test("200: the feed is Atom, and a seller's text stays text in it", async (t) => {
  const world = await pageWorld(t)
  await showSellerPage(world, [await offerOnSale(world, { title: `A & B </title>`, description: `"quoted" <b>` })])
  const { statusCode, headers, payload } = await feedOf(world)
  assert.deepEqual([statusCode, headers["content-type"]], [200, "application/atom+xml; charset=utf-8"])
  assert.ok(payload.includes("<title>A &amp; B &lt;/title&gt;</title>"))
  assert.ok(payload.includes("<summary>$19.00. &quot;quoted&quot; &lt;b&gt;"))
  assert.match(payload, /<updated>2026-11-20T12:00:00\.000Z<\/updated>/)
})
