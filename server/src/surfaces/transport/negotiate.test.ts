import assert from "node:assert/strict"
import { test } from "node:test"
import { asksForPage, type Coding, preferredCoding, prefersJson } from "./negotiate.ts"

const json = "application/json"
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"

test("gives JSON to clients that ask for it, and the page to all others", () => {
  for (const accept of [json, `${json}, text/html;q=0.9`, "application/*", "APPLICATION/JSON;q=0.1"]) {
    assert.equal(prefersJson(accept), true, accept)
  }
  for (const accept of [undefined, "", "*/*", browser, "text/html", `${json};q=0.5, */*`, `${json};q=0`]) {
    assert.equal(prefersJson(accept), false, String(accept))
  }
})

test("recognizes a browser by its request for pages", () => {
  assert.equal(asksForPage(browser), true)
  for (const accept of [undefined, "*/*", "application/json", "application/json, text/html;q=0.5"]) {
    assert.equal(asksForPage(accept), false, String(accept))
  }
})

test("chooses the coding that a client prefers, and never one that it refuses", () => {
  const both: Coding[] = ["br", "gzip"]
  const cases: [string | undefined, Coding | undefined][] = [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.9", "gzip"],
    ["GZIP;Q=1.0", "gzip"],
    ["*", "br"],
    ["*, br;q=0", "gzip"],
    ["identity, br;q=0.5", undefined],
    ["identity;q=0.5, br", "br"],
    ["brotli", undefined],
    ["*;q=0", undefined],
    ["", undefined],
    [undefined, undefined],
  ]
  for (const [accepted, coding] of cases) assert.equal(preferredCoding(accepted, both), coding, String(accepted))
  assert.equal(preferredCoding("br, gzip", ["gzip"]), "gzip")
})
