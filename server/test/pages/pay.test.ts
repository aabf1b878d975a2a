import assert from "node:assert/strict"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, test } from "node:test"
import { Renderer } from "@takumi-rs/core"
import { editOffer, pauseOffer, setOfferCover } from "#domains/handover/index.ts"
import { editWorkspace } from "#domains/workspaces/index.ts"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

describe("GET /pay/{key}", () => {
  test("200 with the offer in the public API's form, and a preview card for links to it", async (t) => {
    const world = await pageWorld(t)
    const { shortKey } = await offerOnSale(world)

    const { status, html, title, text, rows, island } = await world.visit(`/pay/${shortKey}`)

    assert.equal(status, 200)
    const { body } = await world.get(`/api/pay/${shortKey}`)
    const { title: name, sellerName, priceCents, currency, purchasable, files } = body.offer
    assert.deepEqual([title, sellerName], [name, "Studio Ada"])
    assert.ok(text.startsWith(`${sellerName} ${name}`))
    assert.deepEqual(
      rows.map((row) => row.text),
      [`${files[0].name} 21 bytes`, `${files[1].name} 20 bytes`],
    )
    assert.doesNotMatch(text, /your own workspace/)
    assert.deepEqual(island, {
      offerKey: shortKey,
      offer: { priceCents, currency, purchasable },
      processor: "sandbox",
      isForSale: true,
      isPaused: false,
      taxLine: null,
      hasTerms: false,
      returnedSessionId: null,
    })
    assert.match(html, /<title>Type specimen from Studio Ada · Atelier<\/title>/)
    const card = /og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? ""
    const { status: drawn, headers } = await world.get(card.slice("http://localhost:3000".length))
    assert.equal(drawn, 200)
    assert.equal(headers["content-type"], "image/png")
  })

  test("200 with the session in the address to which the processor returned the buyer", async (t) => {
    const world = await pageWorld(t)
    const { shortKey } = await offerOnSale(world)
    const { body } = await world.post(`/api/pay/${shortKey}/checkout`, { buyerEmail: "bo@example.com" })

    const { island } = await world.visit(returnPath(join(world.folder, "sandbox.db"), body.sessionId))

    assert.equal(island.returnedSessionId, body.sessionId)
  })

  test("200 with the seller's terms, tax line and contact, and without them where the seller gave none", async (t) => {
    const world = await pageWorld(t)
    const { id, shortKey } = await offerOnSale(world, { description: "مجموعة" })
    const bare = await world.visit(`/pay/${shortKey}`)
    assert.doesNotMatch(bare.text, /Licence|Refunds|Questions|terms/)

    await world.act("member", editOffer, {
      id,
      licence: "<b>Print</b>\nit.",
      refundTerms: "Never.",
      taxLine: "incl. VAT",
    })
    await world.act("owner", editWorkspace, { contact: "a&b@studio.example" })
    const { html, text, island, links } = await world.visit(`/pay/${shortKey}`)

    assert.match(text, /incl\. VAT/)
    assert.match(text, /The seller’s terms apply\./)
    assert.match(html, /<p dir="auto">&lt;b&gt;Print&lt;\/b&gt;\nit\.<\/p>/)
    assert.match(html, /<p[^>]* dir="auto">مجموعة<\/p>/)
    assert.match(text, /Licence .*Refunds Never\./)
    assert.ok(links.some(({ href }) => href === "mailto:a%26b@studio.example"))
    assert.deepEqual([island.taxLine, island.hasTerms], ["incl. VAT", true])
    assert.ok(!JSON.stringify(island).includes("Print"), "what is only read does not go along for the scripts")

    await world.act("owner", editWorkspace, { contact: "https://studio.example/help/" })
    const page = (await world.visit(`/pay/${shortKey}`)).links.find(
      ({ href }) => href === "https://studio.example/help/",
    )
    assert.equal(page?.text, "studio.example/help")
  })

  test("200 with the cover in place of the tiles, from the files' host and nowhere else", async (t) => {
    const world = await pageWorld(t)
    const { id: offerId, shortKey } = await offerOnSale(world)
    const bare = await world.visit(`/pay/${shortKey}`)
    assert.doesNotMatch(bare.html, /<img/)
    assert.doesNotMatch(String(bare.headers["content-security-policy"]), /img-src 'self' data: http/)
    const file = { name: "a.jpg", contentType: "image/jpeg", bytes: await redPicture() }
    const { id: fileId } = await putDriveFile(world.app, world.callers.member, file)
    const { cover } = await world.act("member", setOfferCover, { offerId, fileId })

    const { html, headers } = await world.visit(`/pay/${shortKey}`)

    assert.match(html, new RegExp(`<img[^>]* src="${cover?.url}" width="60" height="40" alt=""`))
    assert.match(String(headers["content-security-policy"]), /img-src 'self' data: http:\/\/localhost:3000;/)
    const { status, headers: sent, bytes } = await world.get(new URL(cover?.url ?? "").pathname)
    assert.equal(status, 200)
    assert.equal(bytes.toString("latin1", 8, 12), "WEBP")
    const { "content-type": type, "content-disposition": shown, "x-content-type-options": sniff } = sent
    assert.deepEqual([type, shown, sniff], ["image/webp", "inline", "nosniff"])
    assert.equal(sent["content-security-policy"], "sandbox; default-src 'none'")
    assert.equal(sent["cross-origin-resource-policy"], "cross-origin")
    assert.equal(sent["cache-control"], "public, max-age=86400")
  })

  test("200 with the address of the signed-in visitor", async (t) => {
    const world = await pageWorld(t)
    const { shortKey } = await offerOnSale(world)
    const person = openBrowser(world)
    await signIn(world, person, "bo@example.com")

    const own = await person.visit(`/pay/${shortKey}`)
    assert.match(own.html, /<input[^>]*type="email"[^>]*value="bo@example\.com"/)
    assert.match(own.text, /You’re signed in with this email\. Not you\?/)
    const other = await world.visit(`/pay/${shortKey}`)
    assert.doesNotMatch(other.html, /bo@example/)
    assert.doesNotMatch(other.text, /Not you/)
  })

  test("200 that distinguishes a paused sale from a sold-out offer", async (t) => {
    const world = await pageWorld(t)
    const { id, shortKey } = await offerOnSale(world, { stockLimit: 0 })
    const soldOut = await world.visit(`/pay/${shortKey}`)
    assert.match(soldOut.text, /Sold out/)
    assert.doesNotMatch(soldOut.text, /paused/)

    await world.act("member", pauseOffer, { id })
    const paused = await world.visit(`/pay/${shortKey}`)
    assert.equal(paused.status, 200)
    assert.match(paused.text, /Sales are paused/)
    assert.doesNotMatch(paused.text, /Sold out/)
  })

  test("404 as a page for an offer that does not exist, and as the envelope for programs", async (t) => {
    const world = await pageWorld(t)
    const { visit, get } = world

    const page = await visit("/pay/zzzz")
    assert.equal(page.status, 404)
    assert.match(String(page.headers["content-type"]), /^text\/html/)
    assert.match(page.text, /Offer not found\./)

    const { shortKey } = await offerOnSale(world)
    const accept = { accept: "application/json" }
    assert.deepEqual((await get(`/pay/${shortKey}`, accept)).body, (await get(`/api/pay/${shortKey}`)).body)
    const answer = await get("/pay/zzzz", accept)
    assert.equal(answer.status, 404)
    assert.equal(answer.body.error.code, "not_found")
  })
})

const redPicture = () =>
  new Renderer().render(
    { type: "container", style: { width: 60, height: 40, backgroundColor: "#ff0000" } },
    { width: 60, height: 40, format: "jpeg" },
  )

/** The path to which the processor returns a buyer: its return address with the session filled in. */
function returnPath(file: string, sessionId: string): string {
  const sandbox = new DatabaseSync(file, { readOnly: true })
  const row = sandbox.prepare("select return_url from sessions where id = ?").get(sessionId)
  sandbox.close()
  const address = String(row?.return_url)
  assert.ok(address.startsWith("http://localhost:3000/pay/") && address.includes("{CHECKOUT_SESSION_ID}"), address)
  return address.replace("http://localhost:3000", "").replace("{CHECKOUT_SESSION_ID}", sessionId)
}
