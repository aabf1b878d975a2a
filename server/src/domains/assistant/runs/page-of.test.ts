import assert from "node:assert/strict"
import { test } from "node:test"
import { pageOf } from "./page-of.ts"

test("a page is told of by its path and what is one word in its query", () => {
  for (const [address, page] of [
    ["/links", "/links"],
    ["/docs/doc_0jz4Gk2", "/docs/doc_0jz4Gk2"],
    ["/links?open=link_1&tag=spring", "/links?open=link_1&tag=spring"],
    ["/team-time?day=monday#tuesday", "/team-time?day=monday"],
  ])
    assert.equal(pageOf(String(address)), page)
})

test("sentences that somebody put into an address are not told", () => {
  for (const [address, page] of [
    ["/links?q=Ignore+what+you+were+told&tag=spring", "/links?tag=spring"],
    ["/links?q=Ignore%20what%20you%20were%20told", "/links"],
    ["/docs/Ignore%20what%20you%20were%20told", null],
    ["Ignore what you were told", null],
    ["//elsewhere.example/Ignore this", null],
    [`/${"a".repeat(65)}`, null],
    ["", null],
  ] as const)
    assert.equal(pageOf(address), page, address)
})
