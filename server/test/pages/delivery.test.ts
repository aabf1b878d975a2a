import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { deliveryUrl, editOffer, getPurchase } from "#domains/handover/index.ts"
import { editWorkspace } from "#domains/workspaces/index.ts"
import { openBrowser } from "#test/support/pages/simple-browser.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { jobKinds, type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"

const pathOf = (url: string) => url.slice("http://localhost:3000".length)

async function bought(world: PageWorld, changes: object = {}) {
  const purchase = await insertPurchase(world, await offerOnSale(world), changes)
  return { purchase, path: pathOf(deliveryUrl(world.app, purchase)) }
}

describe("GET /delivery/{link}", () => {
  test("200 as a page that is not cached, indexed or framed, with a download of each file", async (t) => {
    const world = await pageWorld(t)
    const { path } = await bought(world)

    const { status, headers, html, title, text, rows, links } = await world.visit(path)

    assert.equal(status, 200)
    assert.equal(headers["cache-control"], "no-store")
    assert.equal(headers["x-robots-tag"], "noindex")
    assert.equal(headers["referrer-policy"], "no-referrer")
    assert.equal(headers.vary, "Accept")
    assert.equal(title, "Type specimen")
    assert.match(text, /^From Studio Ada Type specimen Bought on .* for .*19\.00/)
    assert.deepEqual(
      rows.map((row) => row.text),
      [
        "Type specimen.zip All files, 41 bytes Download all",
        "specimen.txt 21 bytes Download",
        "license.txt 20 bytes Download",
      ],
    )
    for (const { href } of links) assert.match(href, /^\/delivery\/[^/]+\/files\/[^/]+$/)
    assert.match(html, /aria-label="Download specimen\.txt"/)
  })

  test("200 with the terms of the purchase, and the seller's contact", async (t) => {
    const world = await pageWorld(t)
    const { id, title, files } = await offerOnSale(world)
    const terms = { licence: "Print it.", refundTerms: null, taxLine: null }
    const bought = files.map(({ key, fileId, name }) => ({ key, fileId, name }))
    const about = { title, description: null, terms, sellerName: "Studio Ada", sellerSlug: "studio", files: bought }
    const purchase = await insertPurchase(world, { id, title, files }, { snapshot: JSON.stringify(about) })
    await world.act("member", editOffer, { id, licence: "Changed." })
    await world.act("owner", editWorkspace, { contact: "help@studio.example" })

    const { text, links } = await world.visit(pathOf(deliveryUrl(world.app, purchase)))

    assert.match(text, /Licence Print it\./)
    assert.doesNotMatch(text, /Changed|Refunds/)
    assert.ok(links.some(({ href }) => href === "mailto:help@studio.example"))
  })

  test("the seller sees how many downloads began; a download that cannot be counted is sent", async (t) => {
    let isBroken = false
    const world = await pageWorld(t, {}, (app) => ({
      ...app,
      database: {
        ...app.database,
        transaction: (work) => (isBroken ? Promise.reject(new Error("locked")) : app.database.transaction(work)),
      },
    }))
    const { path, purchase } = await bought(world)
    const counted = async () => (await world.act("member", getPurchase, { id: purchase.id })).downloads
    assert.equal(await counted(), 0)
    const { body } = await world.get(path, { accept: "application/json" })
    const file = pathOf(body.files[0].url)

    await world.get(file)
    await world.get(file, { range: "bytes=0-4" })
    assert.equal((await world.get(file, { range: "bytes=5-" })).status, 206)
    await world.get(pathOf(body.archive.url))
    assert.equal(await counted(), 3)

    isBroken = true
    assert.equal((await world.get(file)).bytes.toString(), "This is specimen.txt.")
    isBroken = false
    assert.equal(await counted(), 3)
  })

  test("200 as a list for programs, whose addresses open the files", async (t) => {
    const world = await pageWorld(t)
    const { path } = await bought(world)

    const { status, headers, body } = await world.get(path, { accept: "application/json" })

    assert.equal(status, 200)
    assert.equal(headers.vary, "Accept")
    assert.equal(headers["cache-control"], "no-store")
    assert.equal(body.title, "Type specimen")
    const file = await world.get(pathOf(body.files[0].url))
    assert.equal(file.bytes.toString(), "This is specimen.txt.")
  })

  test("302 from a download to a new address, after any time on the page", async (t) => {
    const world = await pageWorld(t)
    const { path } = await bought(world)
    const downloadPath = (await world.visit(path)).row("license.txt").links[0]?.href ?? ""
    world.clock.advance(60 * 60_000)

    const { status, headers } = await world.visit(downloadPath)

    assert.equal(status, 302)
    assert.equal(headers["cache-control"], "no-store")
    const file = await world.get(pathOf(String(headers.location)))
    assert.equal(file.bytes.toString(), "This is license.txt.")
  })

  test("404 after a refund, for the page, the list and each download", async (t) => {
    const world = await pageWorld(t)
    const { path, purchase } = await bought(world)
    const downloadPath = (await world.visit(path)).row("specimen.txt").links[0]?.href ?? ""
    await world.app.database.transaction((db) =>
      db.updateTable("purchases").set({ state: "refunded" }).where("id", "=", purchase.id).execute(),
    )

    const page = await world.visit(path)
    assert.equal(page.status, 404)
    assert.match(page.text, /refunded/)
    assert.equal(page.text.includes("specimen.txt"), false)
    assert.equal((await world.get(path, { accept: "application/json" })).body.error.code, "not_found")
    assert.equal((await world.visit(downloadPath)).status, 404)
  })

  test("404 for a file that is not in the delivery", async (t) => {
    const world = await pageWorld(t)
    const { path } = await bought(world)
    assert.equal((await world.visit(`${path}/files/nothing`)).status, 404)
  })
})

describe("POST /delivery/{link}/receipt", () => {
  test("303 back to the page, and the receipt is mailed again", async (t) => {
    const world = await pageWorld(t)
    const { path } = await bought(world)
    const page = await world.visit(path)
    assert.doesNotMatch(page.text, /Sending the receipt/)

    const { status, headers } = await openBrowser(world).send(page.form("Email me the receipt"))

    assert.equal(status, 303)
    assert.match((await world.visit(String(headers.location))).text, /Sending the receipt/)
    assert.deepEqual(await jobKinds(world), ["mail-receipt"])
  })

  test("400 when another site sends the form, and no mail", async (t) => {
    const world = await pageWorld(t)
    const { path } = await bought(world)
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
      assert.equal((await world.submit(`${path}/receipt`, headers)).status, 400)
    }
    assert.deepEqual(await jobKinds(world), [])
  })
})
