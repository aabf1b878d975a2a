import assert from "node:assert/strict"
import { test } from "node:test"
import { consoleWorld } from "#test/support/worlds/console-world.ts"

test("400: a console read's input is checked like a body: no U+0000, no lone surrogate, no name twice", async (t) => {
  const { world, enter, ask } = await consoleWorld(t)
  const owner = await enter("owner@studio.example")
  assert.equal((await ask(owner, "browse-docs", {})).status, 200)
  for (const query of ["a\0b", "a\ud800b"]) {
    const { status, body } = await ask(owner, "browse-docs", { query })
    assert.deepEqual([status, body.error.code], [400, "invalid_request"])
    assert.match(body.error.message, /^The parameter `input` (?:has|contains) /)
  }
  for (const input of ["{", '{"limit":1,"limit":2}', '{"__proto__":{}}', "[".repeat(40)]) {
    const url = `/console/browse-docs?${new URLSearchParams({ workspace: "studio", input })}`
    const headers = { ...owner.headers(), "sec-fetch-site": "same-origin" }
    assert.equal((await world.server.inject({ url, headers })).statusCode, 400)
  }
})
