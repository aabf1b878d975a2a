import assert from "node:assert/strict"
import { test } from "node:test"
import { mcpWorld } from "#test/support/mcp-world.ts"

const call = (id: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"create_link","arguments":{"destination":"https://example.com/"}}}`
const nested = (depth: number) =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`

/** What no message is; each is sent with a token that may do everything. */
const bodies: Record<string, string | Buffer> = {
  "a batch": `[${call("1")},${call("2")}]`,
  "an empty batch": "[]",
  "an id that is null": call("null"),
  "an id that is an object": call("{}"),
  "an id that is a fraction": call("1.5"),
  "an id beyond what a number holds": call("9007199254740993"),
  "an id of a thousand digits": call("9".repeat(1_000)),
  "an id without end": call(`"${"x".repeat(257)}"`),
  "an id that is infinite": call("1e999"),
  "tools/call as a notification":
    '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"create_link","arguments":{"destination":"https://example.com/"}}}',
  "two ids": '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
  "two methods": `{"method":"ping",${call("1").slice(1)}`,
  "two destinations": call("1").replace('{"destination"', '{"destination":"https://evil.example/","destination"'),
  "a name that reaches a prototype": '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"x":1}}',
  "a prototype among the arguments": call("1").replace(
    '"destination"',
    '"__proto__":{"destination":"x"},"destination"',
  ),
  "a constructor among the arguments": call("1").replace('"destination"', '"constructor":{},"destination"'),
  "another JSON-RPC": '{"jsonrpc":"1.0","id":1,"method":"ping"}',
  "no JSON-RPC": '{"id":1,"method":"ping"}',
  "a method that is no text": '{"jsonrpc":"2.0","id":1,"method":["ping"]}',
  "a method without end": `{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(5_000)}"}`,
  "parameters by position": '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}',
  "parameters that are null": '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}',
  "a result and an error": '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}',
  "nothing but an id": '{"jsonrpc":"2.0","id":1}',
  "a deep nest": nested(40),
  "an abyss": nested(20_000),
  "a text": '"ping"',
  "a number": "1",
  nothing: "",
  "half of an object": '{"jsonrpc":"2.0"',
  "bytes that are no UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  "a NUL": '{"jsonrpc":"2.0","id":"\\u0000","method":"ping"}',
  "half of a surrogate pair": '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}',
}

for (const [name, body] of Object.entries(bodies)) {
  test(`400 for ${name}, and nothing is done`, async (t) => {
    const { send, request, connect, callers, app } = await mcpWorld(t)
    const { accessToken } = await connect(callers.member)

    const { status, body: answer } = await send(body, { authorization: `Bearer ${accessToken}` })

    assert.equal(status, 400)
    assert.ok([-32600, -32700].includes(answer.error.code))
    assert.match(answer.error.message, /^[A-Z`].*\.$/s)
    assert.equal(Object.hasOwn(answer, "id"), false)
    assert.deepEqual(await app.database.read.selectFrom("short_links").selectAll().execute(), [])
    assert.equal(({} as Record<string, unknown>).x, undefined)
    assert.equal((await request("ping")).status, 200, "the process goes on")
  })
}

test("413 for a body that is too large, 415 for one that is no JSON or compressed", async (t) => {
  const { send } = await mcpWorld(t)
  const large = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"${"x".repeat(70_000)}"}}`
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  assert.equal((await send(large)).status, 413)
  assert.equal((await send(ping, { "content-type": "text/plain" })).status, 415)
  assert.equal((await send(ping, { "content-encoding": "gzip" })).status, 415)
  assert.equal((await send(ping, { "content-type": "application/json; charset=utf-16" })).status, 415)
})

/** Arguments that do not fit, with the field that the refusal names. */
const wrongArguments: [string, string, unknown, string][] = [
  ["an argument that does not exist", "create_link", { destination: "https://example.com/", url: "x" }, ""],
  ["a workspace, which is no argument", "list_links", { workspace: "elsewhere" }, ""],
  ["a number for a text", "create_link", { destination: 1 }, "destination"],
  ["nothing where something is needed", "create_link", {}, "destination"],
  ["a text that is too long", "list_links", { query: "x".repeat(201) }, "query"],
  ["more than a page holds", "list_links", { limit: 101 }, "limit"],
  ["less than one", "list_links", { limit: 0 }, "limit"],
  ["a number beyond numbers", "list_links", { limit: 1e300 }, "limit"],
  ["a list for an object", "list_links", [], ""],
  ["an idempotency key for a read", "list_links", { idempotency_key: "a" }, ""],
  [
    "an idempotency key that is none",
    "create_link",
    { destination: "https://example.com/", idempotency_key: "a b" },
    "idempotency_key",
  ],
  [
    "an empty idempotency key",
    "create_link",
    { destination: "https://example.com/", idempotency_key: "" },
    "idempotency_key",
  ],
]

for (const [name, tool, args, field] of wrongArguments) {
  test(`200 with -32602 for ${name}, and nothing is done`, async (t) => {
    const { call, connect, callers, app } = await mcpWorld(t)
    const { accessToken } = await connect(callers.member)
    const { status, body } = await call(accessToken, tool, args as object)
    assert.equal(status, 200)
    assert.equal(body.error.code, -32602)
    assert.match(body.error.message, /\.$/)
    if (field) assert.equal(body.error.data.field, field)
    assert.deepEqual(await app.database.read.selectFrom("short_links").selectAll().execute(), [])
  })
}

test("200 with -32602 for a tool that is not there, whatever it is called", async (t) => {
  const { request, connect, callers } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member)
  for (const name of ["no_such_tool", "toString", "__proto__", "constructor", 1, null, ["list_links"], undefined]) {
    const { status, body } = await request("tools/call", { name }, { authorization: `Bearer ${accessToken}` })
    assert.equal(status, 200)
    assert.equal(body.error.code, -32602)
  }
})

test("ids come back as they were", async (t) => {
  const { send } = await mcpWorld(t)
  for (const id of ['"a"', '""', "0", "-1", "9007199254740991", '"\\u2028</script>"']) {
    const { body } = await send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)
    assert.equal(body.id, JSON.parse(id))
  }
})
