import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { pageWorld } from "#test/support/page-world.ts"
import { offerOnSale } from "#test/support/shop.ts"

describe("every page's document", () => {
  test("200 with headers that let nothing run but our own scripts", async (t) => {
    const { visit } = await pageWorld(t)

    const { status, headers, html } = await visit("/")

    assert.equal(status, 200)
    const policy = String(headers["content-security-policy"])
    const nonce = /script-src 'nonce-([\w-]{22})';/.exec(policy)?.[1]
    assert.ok(nonce, policy)
    for (const directive of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"]) {
      assert.ok(policy.includes(directive), directive)
    }
    assert.doesNotMatch(policy, /script-src[^;]*unsafe/)
    assert.equal(headers["x-content-type-options"], "nosniff")
    assert.equal(headers["referrer-policy"], "no-referrer")
    assert.equal(headers["cross-origin-opener-policy"], "same-origin")
    assert.equal(headers["strict-transport-security"], undefined)
    for (const [tag] of html.matchAll(/<(script|style|link rel="(stylesheet|modulepreload)")[^>]*>/g)) {
      assert.ok(tag.includes(`nonce="${nonce}"`), tag)
    }
    assert.doesNotMatch(html, / on\w+="/)
  })

  test("a nonce is used once", async (t) => {
    const { visit } = await pageWorld(t)
    const policies = await Promise.all([visit("/"), visit("/")])
    assert.notEqual(policies[0].headers["content-security-policy"], policies[1].headers["content-security-policy"])
  })

  test("a seller's words stay words, in the document and in its data", async (t) => {
    const world = await pageWorld(t)
    const title = `</script><script>alert("x")</script>`
    const { shortKey } = await offerOnSale(world, { title, description: `"><img src=x onerror=alert(1)>` })

    const { html, data } = await world.visit(`/pay/${shortKey}`)

    assert.equal(data.lookup.offer.title, title)
    assert.doesNotMatch(html, /<script>|<img/)
  })

  test("its files are there, are kept for ever, and are sent compressed to those who can read it", async (t) => {
    const { visit, server } = await pageWorld(t)
    const { html } = await visit("/")
    const addresses = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => String(match[1]))
    assert.ok(addresses.length >= 4)

    for (const url of addresses) {
      const plain = await server.inject({ method: "GET", url })
      assert.equal(plain.statusCode, 200, url)
      assert.equal(plain.headers["cache-control"], "public, max-age=31536000, immutable")
      assert.equal(plain.headers.vary, "Accept-Encoding")
    }
    const script = addresses.find((address) => address.endsWith(".js")) ?? ""
    const compressed = await server.inject({ method: "GET", url: script, headers: { "accept-encoding": "gzip, br" } })
    assert.equal(compressed.headers["content-encoding"], "br")
  })

  test("404 for a file that does not exist", async (t) => {
    const { server } = await pageWorld(t)
    for (const url of ["/assets/nothing.js", "/assets/..%2fstamp", "/assets/%2e%2e%2f%2e%2e%2fpackage.json"]) {
      assert.equal((await server.inject({ method: "GET", url })).statusCode, 404, url)
    }
  })
})
