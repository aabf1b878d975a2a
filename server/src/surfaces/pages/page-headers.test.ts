import assert from "node:assert/strict"
import { test } from "node:test"
import { pageHeaders } from "./page-headers.ts"

test("a page with Stripe's form lets Stripe in, and nobody else", () => {
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

test("over https browsers are told to stay there", () => {
  assert.equal(pageHeaders("n", {}, true)["strict-transport-security"], "max-age=31536000; includeSubDomains")
  assert.doesNotMatch(String(pageHeaders("n", {}, true)["content-security-policy"]), /https:/)
})
