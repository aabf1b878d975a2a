import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { claimUrl } from "#domains/handover/index.ts"
import { openBrowser } from "#test/support/pages/simple-browser.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { jobKinds, pageWorld } from "#test/support/worlds/page-world.ts"

const pathOf = (url: string) => url.slice("http://localhost:3000".length)

describe("the claim page", () => {
  test("200, then 303: the form alone mails the link", async (t) => {
    const world = await pageWorld(t)
    const purchase = await insertPurchase(world, await offerOnSale(world))

    const page = await world.visit(pathOf(claimUrl(world.app, purchase)))
    assert.equal(page.status, 200)
    assert.doesNotMatch(page.text, /Check your email/)
    assert.deepEqual(await jobKinds(world), [])

    const sent = await openBrowser(world).send(page.form("Email me the link"))
    assert.equal(sent.status, 303)
    const after = await world.visit(String(sent.headers.location))
    assert.match(after.text, /Check your email/)
    assert.deepEqual(after.form("Send again"), page.form("Email me the link"))
    assert.deepEqual(await jobKinds(world), ["mail-claim"])
  })

  test("200 as JSON for programs, which mail the link by following it; the same for an unknown purchase", async (t) => {
    const world = await pageWorld(t)
    const purchase = await insertPurchase(world, await offerOnSale(world))
    const accept = { accept: "application/json" }
    for (const [url, jobs] of [
      ["http://localhost:3000/claim/purchase_0000000000000000000000", []],
      [claimUrl(world.app, purchase), ["mail-claim"]],
    ] as const) {
      const shown = await world.get(pathOf(url), accept)
      assert.equal(shown.status, 200)
      assert.match(shown.headers["content-type"] ?? "", /^application\/json/)
      const { method, url: mailUrl } = shown.body.mailLink
      assert.equal(mailUrl, url)
      const sent = await world.ask(method, pathOf(mailUrl), { headers: accept })
      assert.equal(sent.status, 200)
      assert.deepEqual(sent.body, { accepted: true })
      assert.deepEqual(await jobKinds(world), jobs)
    }
  })

  test("429 in the envelope for programs that request too many mails", async (t) => {
    const world = await pageWorld(t, { SVC_LIMITS: "network-mails=30" })
    let answer = await world.ask("POST", "/claim/purchase_1", { headers: { accept: "application/json" } })
    for (let posts = 0; posts < 40 && answer.status === 200; posts++) {
      answer = await world.ask("POST", "/claim/purchase_1", { headers: { accept: "application/json" } })
    }
    assert.equal(answer.status, 429)
    assert.equal(answer.body.error.code, "rate_limited")
    assert.match(answer.headers["retry-after"] ?? "", /^\d+$/)
  })

  test("the same for a purchase that does not exist, and no mail", async (t) => {
    const world = await pageWorld(t)
    const purchase = await insertPurchase(world, await offerOnSale(world))
    const [real, unreal] = [`/claim/${purchase.id}`, "/claim/purchase_0000000000000000000000"]

    const shown = await Promise.all([world.visit(real), world.visit(unreal)])
    assert.deepEqual([shown[0].text, shown[0].status], [shown[1].text, shown[1].status])
    const [one, other] = shown.map(({ html }) =>
      html.replace(/<main.*?action="\/claim\/\w+"/s, "").replace(/nonce="[^"]+"/g, ""),
    )
    assert.equal(one, other)
    const sent = await world.submit(unreal)

    assert.equal(sent.status, 303)
    assert.equal(sent.headers.location, `${unreal}?sent`)
    assert.deepEqual(await jobKinds(world), [])
  })
})
