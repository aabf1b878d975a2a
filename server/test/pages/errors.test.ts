import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

describe("an unknown address", () => {
  test("404 as a page for browsers", async (t) => {
    const { visit } = await pageWorld(t)
    const { status, headers, title, text, links } = await visit("/no/such/page")
    assert.equal(status, 404)
    assert.equal(headers["x-robots-tag"], "noindex")
    assert.equal(title, "Page not found")
    assert.match(text, /Check it for typos/)
    assert.deepEqual(links, [{ text: "Go to homepage", href: "/" }])
  })

  test("404 as the envelope for other clients, and for all clients below /api", async (t) => {
    const { get, visit } = await pageWorld(t)
    for (const accept of ["*/*", "application/json"]) {
      const { status, headers, body } = await get("/no/such/page", { accept })
      assert.equal(status, 404)
      assert.equal(body.error.code, "not_found")
      assert.ok(headers["ratelimit-limit"])
    }
    assert.match(String((await visit("/api/nothing")).headers["content-type"]), /^application\/json/)
  })

  test("404 where the first part is a reserved slug; any other may be a workspace, so that asks to sign in", async (t) => {
    const { visit } = await pageWorld(t)
    for (const path of ["/admin/nothing", "/oauth", "/pay", "/sign-in/x"]) assert.equal((await visit(path)).status, 404)
    const { status, headers } = await visit("/nowhere/drive")
    assert.deepEqual([status, headers.location], [303, "/sign-in?return_to=%2Fnowhere%2Fdrive"])
  })

  test("405 for another method, as before", async (t) => {
    const { server } = await pageWorld(t)
    assert.equal((await server.inject({ method: "POST", url: "/api/onboard/check-slug" })).statusCode, 405)
    assert.equal((await server.inject({ method: "POST", url: "/no/such/page" })).statusCode, 404)
  })
})

describe("a refusal on a page", () => {
  test("400 without the schemas' names of fields", async (t) => {
    const world = await pageWorld(t)
    const ada = openBrowser(world)
    await signIn(world, ada, "ada@example.com")
    const path = `/consent/${"x".repeat(90)}`
    const { status, text } = await ada.visit(path)
    assert.equal(status, 400)
    assert.equal(text, "Error 400 Request failed This is not an id of ours. Open workspace")
  })
})

describe("a page over the limit", () => {
  test("429 as a page that says how long to wait", async (t) => {
    const { visit } = await pageWorld(t, { SVC_RATE_READS: "1" })
    assert.equal((await visit("/")).status, 200)

    const { status, headers, text } = await visit("/")

    assert.equal(status, 429)
    assert.ok(Number(headers["retry-after"]) >= 1)
    assert.equal(headers["ratelimit-remaining"], "0")
    assert.match(text, /Try again in a minute\./)
  })

  test("429 after too many guesses at pay links, which the API counts, too", async (t) => {
    const { visit, get } = await pageWorld(t, { SVC_RATE_MISSES: "2" })
    assert.equal((await visit("/pay/aaaa")).status, 404)
    assert.equal((await visit("/pay/aaab")).status, 404)

    assert.equal((await visit("/pay/aaac")).status, 429)
    assert.equal((await get("/api/pay/aaac")).status, 429)
    assert.equal((await visit("/")).status, 200)
  })
})
