import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { ownPath } from "./own-path.ts"

test("a path of this site stays unchanged", () => {
  for (const path of ["/", "/account", "/consent/request_1?x=1&y=%2F", "/studio/settings"]) {
    assert.equal(ownPath(path, "/fallback"), path)
  }
})

test("any text that could lead to another site becomes the fallback", () => {
  const elsewhere = [
    undefined,
    "",
    "account",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/\n/evil.example",
    "/a/..//evil.example",
    "/./\\evil.example",
    "/.//evil.example",
    "/%2e//evil.example",
    `/${"a".repeat(3_000)}`,
  ]
  for (const text of elsewhere) assert.equal(ownPath(text, "/fallback"), "/fallback", String(text))
})

test("a browser that follows the returned path stays on this site, for any input", () => {
  const letters = fc.constantFrom("/", "\\", ".", "@", ":", "?", "#", "%2f", "%5c", "%2e", "\t", "a", "evil.example")
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 8 }), (parts) => {
      const url = new URL(ownPath(parts.join(""), "/"), "https://ours.example")
      assert.equal(url.origin, "https://ours.example")
    }),
  )
})
