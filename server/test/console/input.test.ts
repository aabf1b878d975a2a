import assert from "node:assert/strict"
import { test } from "node:test"
import { z } from "zod"
import type { Action } from "#access/action.ts"
import { getOffer } from "#domains/handover/index.ts"
import { refuseUnknownFields } from "#surfaces/console/refuse-unknown-fields.ts"
import { consoleTable } from "#test/support/pages/console-table.ts"
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

test("400: an unknown field of a console call is refused by its name, and nothing is done", async (t) => {
  const { enter, ask } = await consoleWorld(t)
  const owner = await enter("owner@studio.example")
  assert.equal((await ask(owner, "create-offer", { title: "Song", priceCents: 500, currency: "usd" })).status, 200)
  const [{ id }] = (await ask(owner, "list-offers")).body.items

  const refusals = [
    await ask(owner, "edit-offer", { id, title: "Album", price: 900 }),
    await ask(owner, "create-gift-code", { kind: "full", maxUse: 1 }),
    await ask(owner, "list-offers", { querry: "a" }),
  ]
  for (const { status, body } of refusals) {
    assert.deepEqual([status, body.error.code], [400, "invalid_request"])
    assert.equal(body.error.message, "This page is older than the service.")
    assert.match(body.error.hint, /^Reload it and try again\. Unknown: (price|maxUse|querry)\.$/)
    assert.equal(body.error.isOutdated, true)
  }
  assert.equal((await ask(owner, "list-offers")).body.items[0].title, "Song")
  assert.equal((await ask(owner, "list-gift-codes")).body.items.length, 0)
})

test("the input of every console action refuses an unknown field, and takes what it took", () => {
  for (const [name, { does }] of consoleTable) {
    const kind = does.input.def.type === "union" ? { kind: "full" } : {}
    const { error } = refuseUnknownFields(does).input.safeParse({ surprise: 1, ...kind })
    assert.match(JSON.stringify(error?.issues), /"unrecognized_keys","keys":\[[^\]]*"surprise"/, name)
    const known = does.input.safeParse({})
    assert.deepEqual(refuseUnknownFields(does).input.safeParse({}), known, name)
  }
})

test("unknown fields are found in lists, unions, optional parts and pipes, and not where any name is allowed", () => {
  const inner = z.object({ a: z.number() })
  const input = z.object({
    list: z.array(inner).optional(),
    either: z.union([inner, z.object({ b: z.string() })]).optional(),
    piped: inner.transform(({ a }) => a + 1).optional(),
    usual: inner.default({ a: 1 }),
    named: z.record(z.string(), inner).optional(),
    loose: z.looseObject({ a: z.number() }).optional(),
  })
  const action = refuseUnknownFields({ ...getOffer, input } as unknown as Action)
  const takes = (value: object) => action.input.safeParse(value).success
  const good = { a: 1 }
  const bad = { a: 1, c: 1 }
  assert.ok(takes({ list: [good], either: good, piped: good, usual: good, named: { any: good }, loose: bad }))
  for (const part of [{ list: [bad] }, { either: bad }, { piped: bad }, { usual: bad }, { named: { any: bad } }]) {
    assert.equal(takes(part), false, JSON.stringify(part))
  }
})
