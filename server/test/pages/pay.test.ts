import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { pageWorld } from "#test/support/page-world.ts"
import { offerOnSale } from "#test/support/shop.ts"

describe("GET /pay/{key}", () => {
  test("200 with the offer as the public API answers it, and a preview card for links to it", async (t) => {
    const world = await pageWorld(t)
    const { shortKey } = await offerOnSale(world)

    const { status, html, data } = await world.visit(`/pay/${shortKey}`)

    assert.equal(status, 200)
    const { body } = await world.get(`/api/pay/${shortKey}`)
    assert.deepEqual(data, {
      offerKey: shortKey,
      lookup: body,
      processor: { name: "sandbox" },
      returnedSessionId: null,
    })
    assert.match(html, /<title>Type specimen from Studio Ada · Atelier<\/title>/)
    const card = /og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? ""
    const { status: drawn, headers } = await world.get(card.slice("http://localhost:3000".length))
    assert.equal(drawn, 200)
    assert.equal(headers["content-type"], "image/png")
  })

  test("200 with the session that the processor sent the buyer back with", async (t) => {
    const world = await pageWorld(t)
    const { shortKey } = await offerOnSale(world)
    const { data } = await world.visit(`/pay/${shortKey}?session_id=cs_1`)
    assert.equal(data.returnedSessionId, "cs_1")
  })

  test("404 as a page for an offer that does not exist, and as the envelope for programs", async (t) => {
    const { visit, get } = await pageWorld(t)

    const page = await visit("/pay/zzzz")
    assert.equal(page.status, 404)
    assert.match(String(page.headers["content-type"]), /^text\/html/)
    assert.equal(page.data.message, "There is no such offer.")

    const answer = await get("/pay/zzzz", { accept: "application/json" })
    assert.equal(answer.status, 404)
    assert.equal(answer.body.error.code, "not_found")
  })
})
