import assert from "node:assert/strict"
import { test } from "node:test"
import { nextHop } from "./redirect.ts"

const secrets = { Authorization: "Bearer x", cookie: "a=b", accept: "text/calendar" }
const from = { url: new URL("https://one.example/calendar/a.ics"), headers: secrets }

test("a response that is no redirect, or has no location, is the final one", () => {
  for (const status of [200, 204, 300, 304, 404]) assert.equal(nextHop(from, status, "/b.ics"), undefined)
  assert.equal(nextHop(from, 302, undefined), undefined)
})

test("a relative location is resolved against the present address, and headers stay", () => {
  const hop = nextHop(from, 302, "../b.ics")
  assert.equal(hop?.url.href, "https://one.example/b.ics")
  assert.deepEqual(hop?.headers, secrets)
})

test("webcal: is https:, with its secrets only at the same place", () => {
  for (const scheme of ["webcal", "WEBCAL", "webcals"]) {
    const hop = nextHop(from, 302, `${scheme}://one.example/b.ics`)
    assert.equal(hop?.url.href, "https://one.example/b.ics")
    assert.deepEqual(hop?.headers, secrets)
    assert.deepEqual(nextHop(from, 302, `${scheme}://two.example/`)?.headers, { accept: "text/calendar" })
  }
})

test("headers with secrets are not sent to another host, port or scheme", () => {
  for (const place of ["https://two.example/", "https://one.example:444/"]) {
    assert.deepEqual(nextHop(from, 307, place)?.headers, { accept: "text/calendar" })
  }
  const plain = { ...from, url: new URL("http://one.example/") }
  assert.deepEqual(nextHop(plain, 308, "https://one.example/")?.headers, { accept: "text/calendar" })
})

test("a redirect from https to http is refused", () => {
  assert.throws(() => nextHop(from, 301, "http://one.example/"), /leaves https/)
})
