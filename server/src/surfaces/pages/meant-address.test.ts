import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { mendPath } from "#kernel/addresses.ts"
import { meantAddress } from "./meant-address.ts"

const ours = new Set(["pay", "d", "s"])

test("an address that was meant is a path of this service, and means itself", () => {
  const parts = fc.constantFrom(
    ...[
      "/",
      "//",
      "\\",
      "pay",
      "PAY",
      "Demo",
      "api",
      "d",
      "a",
      "-",
      "_",
      ".",
      "..",
      ",",
      "@",
      ":",
      "?",
      "&",
      "=",
      "#",
      "(",
      "'",
    ],
    ...[
      "%",
      "%00",
      "%09",
      "%20",
      "%22",
      "%2F",
      "%5C",
      "%25",
      "%3F",
      "%26",
      "%C3%9C",
      "%E2%80%9D",
      "%EF%BC%8F",
      "%E2%80",
      "evil.example",
    ],
  )
  fc.assert(
    fc.property(fc.array(parts), (parts) => {
      const meant = meantAddress(mendPath(`/${parts.join("")}`), ours)
      if (meant === undefined) return
      assert.equal(new URL(meant, "http://own.invalid").origin, "http://own.invalid")
      assert.equal(meantAddress(mendPath(meant), ours), undefined, meant)
    }),
    { numRuns: 2_000 },
  )
})
