import assert from "node:assert/strict"
import { test } from "node:test"
import { asksForPage, prefersJson } from "./negotiate.ts"

const json = "application/json"
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"

test("gives JSON to those who ask for it, and the page to everybody else", () => {
  for (const accept of [json, `${json}, text/html;q=0.9`, "application/*", "APPLICATION/JSON;q=0.1"]) {
    assert.equal(prefersJson(accept), true, accept)
  }
  for (const accept of [undefined, "", "*/*", browser, "text/html", `${json};q=0.5, */*`, `${json};q=0`]) {
    assert.equal(prefersJson(accept), false, String(accept))
  }
})

test("knows a browser by its asking for pages", () => {
  assert.equal(asksForPage(browser), true)
  for (const accept of [undefined, "*/*", "application/json", "application/json, text/html;q=0.5"]) {
    assert.equal(asksForPage(accept), false, String(accept))
  }
})
