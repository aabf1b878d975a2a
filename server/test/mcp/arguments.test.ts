import assert from "node:assert/strict"
import { test } from "node:test"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { type McpWorld, mcpWorld, toolArguments } from "#test/support/worlds/mcp-world.ts"

const optionalOf = async ({ request }: McpWorld): Promise<[string, string[]][]> => {
  const { body } = await request("tools/list")
  return body.result.tools.map(({ name, inputSchema }: { name: string; inputSchema: Record<string, object> }) => {
    const required: unknown = inputSchema.required ?? []
    const names = Object.keys(inputSchema.properties ?? {})
    return [name, names.filter((field) => !Array.isArray(required) || !required.includes(field))]
  })
}

test("every tool takes null and empty text for each optional argument as left out", async (t) => {
  const world = await mcpWorld(t)
  const { accessToken: token } = await world.connect(world.callers.member)
  for (const [tool, optional] of await optionalOf(world)) {
    for (const empty of [null, "", " "]) {
      const args = { ...toolArguments[tool], ...Object.fromEntries(optional.map((name) => [name, empty])) }
      const { body } = await world.call(token, tool, args)
      const isAnswered = body.result !== undefined || body.error.data?.code === "conflict"
      assert.ok(isAnswered, `${tool} with ${JSON.stringify(empty)}: ${JSON.stringify(body)}`)
    }
  }
})

test("an empty cursor is the first page, and numbers and truth values may be texts", async (t) => {
  const world = await mcpWorld(t)
  const { accessToken: token } = await world.connect(world.callers.member)
  for (const title of ["one", "two"]) {
    await world.call(token, "create_doc", { title })
    world.clock.advance(1)
  }
  for (const cursor of [null, ""]) {
    const { body } = await world.call(token, "search_docs", { limit: "1", cursor })
    assert.deepEqual(valuesOf(body.result.structuredContent.docs, "title"), ["two"])
    for (const method of ["tools/list", "resources/list", "resources/templates/list"])
      assert.ok((await world.request(method, { cursor })).body.result, method)
  }
  const passing = { destination: "https://example.com/a", passes_query: "True", click_limit: "5.0" }
  const { body } = await world.call(token, "create_link", passing)
  const { passes_query, click_limit } = body.result.structuredContent
  assert.deepEqual([passes_query, click_limit], [true, 5])
})

test("a required argument that is empty is refused by its name", async (t) => {
  const world = await mcpWorld(t)
  const { accessToken: token } = await world.connect(world.callers.member)
  const doc = await world.call(token, "create_doc", { title: "" })
  assert.match(doc.body.error.message, /^`title` needs at least one visible character/)
  const link = await world.call(token, "create_link", { destination: null })
  assert.match(link.body.error.message, /^`destination` must be text, not null/)
  const foreign = await world.call(token, "create_link", { destination: "https://example.com/a", tag: null })
  assert.equal(foreign.body.error.data.field, "tag")
})

test("arguments may be missing, null, an empty list, or a text of JSON", async (t) => {
  const world = await mcpWorld(t)
  const { accessToken: token } = await world.connect(world.callers.member)
  const authorization = `Bearer ${token}`
  for (const args of [undefined, null, [], "", '{"limit":"2"}']) {
    const { body } = await world.request("tools/call", { name: "list_links", arguments: args }, { authorization })
    assert.ok(body.result, JSON.stringify(body))
  }
  for (const args of [["a"], "links", 5]) {
    const { body } = await world.request("tools/call", { name: "list_links", arguments: args }, { authorization })
    assert.equal(body.error.code, -32602)
  }
})

test("params may be null or an empty list", async (t) => {
  const { send } = await mcpWorld(t)
  for (const params of ["null", "[]", "{}"])
    assert.ok((await send(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${params}}`)).body.result)
  assert.equal((await send('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]}')).status, 400)
})

test("a call with an empty key is a call without one, and equal arguments are one call", async (t) => {
  const world = await mcpWorld(t)
  const { accessToken: token } = await world.connect(world.callers.member)
  const make = async (args: object) =>
    (await world.call(token, "create_doc", { title: "A doc", ...args })).body.result.structuredContent.id
  assert.notEqual(await make({ idempotency_key: "" }), await make({ idempotency_key: null }))
  assert.equal(await make({ idempotency_key: "one", emoji: "" }), await make({ idempotency_key: "one", emoji: null }))
})
