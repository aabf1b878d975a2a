import assert from "node:assert/strict"
import { test } from "node:test"
import { pageHeaders } from "./page-headers.ts"

test("a page with Stripe's form allows Stripe's hosts, and no others", () => {
  const headers = pageHeaders("n0nce", { embedded: "stripe" }, true)
  const policy = String(headers["content-security-policy"])
  assert.match(policy, /script-src 'nonce-n0nce' https:\/\/js\.stripe\.com /)
  assert.match(policy, /frame-src https:\/\/js\.stripe\.com /)
  const sources = policy.match(/https:\/\/\S+/g) ?? []
  assert.ok(
    sources.every((source) => /^https:\/\/(\*|[a-z]+)(\.js)?\.stripe\.com;?$/.test(source)),
    policy,
  )
  assert.equal(headers["cross-origin-opener-policy"], "same-origin-allow-popups")
})

test("scripts and styles need a nonce: nothing inline, no style attributes, with or without Stripe's form", () => {
  for (const embedded of ["nothing", "stripe"] as const) {
    const policy = String(pageHeaders("n0nce", { embedded }, true)["content-security-policy"])
    const directives = new Map(policy.split("; ").map((directive) => [directive.split(" ")[0], directive]))
    assert.equal(directives.get("style-src"), "style-src 'nonce-n0nce'")
    assert.match(directives.get("script-src") ?? "", /^script-src 'nonce-n0nce'( https:\/\/\S+)*$/)
    assert.equal(directives.get("default-src"), "default-src 'none'")
    assert.doesNotMatch(policy, /unsafe|-src-(attr|elem)|strict-dynamic/)
  }
})

test("a page allows no DNS prefetch", () => {
  assert.equal(pageHeaders("n", {}, false)["x-dns-prefetch-control"], "off")
})

test("over https, browsers are required to stay on https", () => {
  assert.equal(pageHeaders("n", {}, true)["strict-transport-security"], "max-age=31536000; includeSubDomains")
  assert.doesNotMatch(String(pageHeaders("n", {}, true)["content-security-policy"]), /https:/)
})

test("only a page that makes pictures of films reads films of its visitor", () => {
  const policyOf = (reach: object) => String(pageHeaders("n", reach, true)["content-security-policy"])
  assert.doesNotMatch(policyOf({ filesOrigin: "https://files.example" }), /blob:/)
  assert.match(policyOf({ readsFilms: true }), /; media-src blob:;/)
  assert.match(policyOf({ readsFilms: true, filesOrigin: "https://files.example" }), /; media-src blob: https:\/\/files\.example;/) // biome-ignore format: one line
})

test("a page that shows files allows pictures, players and frames from their host, and no scripts", () => {
  const policy = String(pageHeaders("n", { filesOrigin: "https://files.example" }, true)["content-security-policy"])
  const naming = policy.split("; ").filter((directive) => directive.includes("https://files.example"))
  assert.deepEqual(
    naming.map((directive) => directive.split(" ")[0]),
    ["img-src", "media-src", "frame-src"],
  )
  assert.match(String(pageHeaders("n", {}, true)["content-security-policy"]), /frame-src 'none'/)
})
