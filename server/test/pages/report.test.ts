import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { perform } from "#access/perform.ts"
import { createUploadLink } from "#domains/drive/index.ts"
import { deliveryUrl } from "#domains/handover/index.ts"
import { listReports, suspend } from "#domains/operators/index.ts"
import { newestMail, openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { consoleOf } from "#test/support/worlds/console-world.ts"
import { jobKinds, type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"

const operator = "owner@elsewhere.example"
const operated = (app: PageWorld["app"]) => ({ ...app, admission: { ...app.admission, operators: [operator] } })

const listed = async ({ app, callers }: PageWorld) =>
  (await perform({ app: operated(app), caller: callers.stranger }, listReports, {})).items

describe("POST /report", () => {
  test("303 for a stranger without an account, and an operator gets a mail with a link to it", async (t) => {
    const world = await pageWorld(t, {}, operated)
    const link = await shorten(world)
    const eve = openBrowser(world)
    const form = (await eve.visit(`/report?${new URLSearchParams({ about: link.shortUrl })}`)).form("Send report")
    assert.equal(form.fields.about, link.shortUrl)

    const sent = await eve.send(form, {
      reason: "malware",
      words: "It  downloads\nsomething.",
      email: "Eve@Example.com",
    })

    assert.deepEqual([sent.status, sent.headers.location], [303, "/report?sent"])
    assert.match((await eve.visit("/report?sent")).text, /Report sent/)
    assert.deepEqual(
      (await listed(world)).map(({ subject, reason, words, email }) => [subject.id, reason, words, email]),
      [[link.id, "malware", "It  downloads\nsomething.", "eve@example.com"]],
    )
    const asRun = { ...world, app: operated(world.app) }
    assert.equal((await newestMail(asRun, operator)).path, "/operator/reports")
  })

  test("404 beside a foreign address, with the typed values; nothing is stored or mailed", async (t) => {
    const world = await pageWorld(t, {}, operated)
    const eve = openBrowser(world)
    const form = (await eve.visit("/report")).form("Send report")
    const typed = { about: "https://elsewhere.example/x", reason: "copyright", words: "Mine.", email: "" }

    const refused = await eve.send(form, typed)

    assert.equal(refused.status, 404)
    const [field, ...others] = refused.all("[aria-invalid]")
    assert.deepEqual([field?.getAttribute("name"), others.length], ["about", 0])
    const again = refused.form("Send report").fields
    assert.deepEqual([again.about, again.reason, again.words], [typed.about, typed.reason, typed.words])
    assert.deepEqual([await listed(world), await jobKinds(world)], [[], []])
  })

  test("400 for too long a text, for no reason and for an invalid address, each beside its field", async (t) => {
    const world = await pageWorld(t)
    const eve = openBrowser(world)
    const form = (await eve.visit("/report?about=/studio")).form("Send report")
    for (const [name, value] of [
      ["words", "x".repeat(2_001)],
      ["reason", "boredom"],
      ["email", "nobody"],
    ] as const) {
      const refused = await eve.send(form, { [name]: value })
      assert.deepEqual([refused.status, refused.all("[aria-invalid]")[0]?.getAttribute("name")], [400, name])
    }
    assert.deepEqual(await jobKinds(world), [])
  })

  test("403 without the form token of this browser", async (t) => {
    const world = await pageWorld(t)
    const eve = openBrowser(world)
    const form = (await openBrowser(world).visit("/report?about=/studio")).form("Send report")
    await eve.visit("/report")
    assert.equal((await eve.send(form)).status, 403)
    assert.deepEqual(await jobKinds(world), [])
  })

  test("429 above the limit of writes", async (t) => {
    const world = await pageWorld(t, { SVC_RATE_WRITES: "1" })
    const eve = openBrowser(world)
    const form = (await eve.visit("/report?about=/studio")).form("Send report")
    assert.equal((await eve.send(form)).status, 303)
    assert.equal((await eve.send(form)).status, 429)
  })
})

test("the foot of an offer, a delivery and an upload page passes its address to the report", async (t) => {
  const world = await pageWorld(t)
  const offer = await offerOnSale(world)
  const purchase = await insertPurchase(world, offer)
  const { url } = await world.act("member", createUploadLink, {})
  const addresses = [deliveryUrl(world.app, purchase), url]
  for (const path of [`/pay/${offer.shortKey}`, ...addresses.map((address) => new URL(address).pathname)]) {
    const eve = openBrowser(world)
    const way = (await eve.visit(path)).footer.links.find(({ text }) => text === "Report")
    const form = (await eve.visit(way?.href ?? "")).form("Send report")
    assert.equal(form.fields.about, world.app.addresses.base + path)
    assert.equal((await eve.send(form)).status, 303)
  }
  const seen = new Set((await listed(world)).map(({ seenAs }) => seenAs))
  assert.deepEqual(seen, new Set(["pay page", "delivery", "upload page"]))
})

test("the foot links to this service's pages, or to the installation's own terms where it has some", async (t) => {
  const terms = "https://legal.example/terms"
  const world = await pageWorld(t, { SVC_TERMS_URL: terms })
  const { links } = (await world.visit("/")).footer
  const ways = links.map(({ href }) => href).filter((href) => ["/developers", "/terms", "/privacy"].includes(href))
  assert.deepEqual(new Set(ways), new Set(["/developers", "/terms", "/privacy"]))
  const own = await world.visit("/terms")
  assert.deepEqual([own.status, own.headers.location], [303, terms])
  assert.match((await world.visit("/privacy")).text, /abuse@atelier\.example/)
  const developers = (await world.visit("/developers")).text
  for (const { mcp, base } of [world.app.addresses])
    assert.ok(developers.includes(`"url": "${mcp}"`) && developers.includes(base))
})

test("403: members of a suspended workspace see that, and a contact, on every page and in the open console", async (t) => {
  const world = await pageWorld(t)
  const owner = openBrowser(world)
  await signIn(world, owner, "owner@studio.example")
  assert.equal((await owner.visit("/studio")).status, 200)
  const wish = { kind: "workspace", id: world.workspaceId, reason: "phishing", words: "" }
  await perform({ app: operated(world.app), caller: world.callers.stranger }, suspend, wish)

  for (const path of ["/studio", "/studio/links"]) {
    const page = await owner.visit(path)
    assert.equal(page.status, 403)
    assert.match(page.text, /This workspace is suspended\.[\s\S]*abuse@atelier\.example/)
  }
  const { status, body } = await consoleOf(world).ask(owner, "list-links")
  assert.deepEqual(
    [status, body.error.code, body.error.message],
    [403, "workspace_forbidden", "This workspace is suspended."],
  )
  assert.equal((await owner.visit("/account")).status, 200)
})
