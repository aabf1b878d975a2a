import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { mendPath, readPathAndQuery, withoutLeftovers } from "./addresses.ts"

test("leftovers end before the first character that no path contains", () => {
  for (const [sent, meant] of [
    ["/pay/demo", "/pay/demo"],
    ["/pay/demo/", "/pay/demo"],
    ["/pay/demo).", "/pay/demo"],
    ["/pay/demo” and", "/pay/demo"],
    ["/pay/demo。更多", "/pay/demo"],
    ["/pay/demo?!", "/pay/demo"],
    ["/pay/demo%20", "/pay/demo"],
    ["/pay/de\u00admo\u200b", "/pay/demo"],
    ["/@studio>", "/@studio"],
    ["blog/menu.pdf.", "blog/menu.pdf"],
    ["my‑link", "my-link"],
    ["a_b-_", "a_b-_"],
    ["~me~", "~me~"],
    ["café,", "café"],
    ["हिन्दी।", "हिन्दी"],
    ["(all)", ""],
  ] as const) {
    assert.equal(withoutLeftovers(sent), meant, sent)
  }
})

test("a path that is longer than any of this service stays as it is, at once", () => {
  for (const end of [".", "'", "“", "&", "/"]) {
    const path = `/${end.repeat(16_000)}x`
    const since = performance.now()
    assert.equal(withoutLeftovers(path), path)
    assert.ok(performance.now() - since < 50)
  }
})

test("an address that was cleaned once is not changed by cleaning it again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const meant = withoutLeftovers(text)
      assert.equal(withoutLeftovers(meant), meant)
    }),
  )
})

test("a parameter that was appended to an address without a query is its query", () => {
  for (const [url, path, query] of [
    ["/s/spring?a=1&b=2?c", "/s/spring", "a=1&b=2?c"],
    ["/s/spring&fbclid=x%20y", "/s/spring", "fbclid=x%20y"],
    ["/s/spring&amp;fbclid=x", "/s/spring", "fbclid=x"],
    ["/s/spring&fbclid=x?a=%FC", "/s/spring", "fbclid=x&a=%FC"],
    ["/s/spring&gt;", "/s/spring", ""],
    ["/s/spring", "/s/spring", ""],
  ] as const) {
    assert.deepEqual(readPathAndQuery(url), { path, query }, url)
  }
})

test("every path can be read after it was mended, and a readable one and the query stay as they are", () => {
  for (const [sent, mended] of [
    ["/s/50%", "/s/50%25"],
    ["/s/%zz%2", "/s/%25zz%252"],
    ["/s/x%E2%80", "/s/x%25E2%2580"],
    ["/s/%ff%20", "/s/%25ff%20"],
    ["/s/%C3%BC%25?q=%FC%", "/s/%C3%BC%25?q=%FC%"],
  ] as const) {
    assert.equal(mendPath(sent), mended)
  }
  for (let code = 0; code <= 0x10ffff; code += 97) {
    const encoded = encodeURIComponent(String.fromCodePoint(code).toWellFormed())
    assert.equal(mendPath(encoded), encoded)
  }
  const parts = fc.constantFrom(
    "%",
    "2",
    "0",
    "E",
    "F",
    "a",
    "/",
    "%C3",
    "%BC",
    "%F0%9F%8E%A8",
    "%E0",
    "%ED",
    "%9F",
    "%A0",
    "%F4",
    "%90",
  )
  fc.assert(
    fc.property(fc.array(parts), (parts) => {
      const mended = mendPath(parts.join(""))
      assert.doesNotThrow(() => decodeURIComponent(mended))
      assert.equal(mendPath(mended), mended)
    }),
  )
})
