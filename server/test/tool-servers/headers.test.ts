import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { discovers, echoTool, json, reply, toolPeer, toolServersFor } from "#test/support/stand-ins/tool-server.ts"

const never = new AbortController().signal
const text = { type: "string", "x-mcp-header": "Text" }
const named = (name: unknown, type: unknown = "string") => ({ type, "x-mcp-header": name })
const within = (properties: object, more: object = {}) => ({ type: "object", properties, ...more })

/** Input schemas whose annotations are not allowed, each with the reason. */
const invalid: [what: string, inputSchema: object, why: RegExp][] = [
  ["an empty name", within({ a: named("") }), /empty or no text/],
  ["a name that is a number", within({ a: named(7) }), /empty or no text/],
  ["a null", within({ a: named(null) }), /empty or no text/],
  ["a space", within({ a: named("My Region") }), /characters/],
  ["a colon", within({ a: named("Region:") }), /characters/],
  ["a line break", within({ a: named("Region\r\nX-Evil: 1") }), /characters/],
  ["a zero byte", within({ a: named("Re\u0000gion") }), /characters/],
  ["a letter beyond ASCII", within({ a: named("Région") }), /characters/],
  ["one name in two cases", within({ a: named("Region"), b: named("REGION") }), /Two arguments/],
  ["one name at two depths", within({ a: text, b: within({ c: text }) }), /Two arguments/],
  ["a number", within({ a: named("Size", "number") }), /not for a text, an integer or a boolean/],
  ["an object", within({ a: named("Size", "object") }), /not for a text/],
  ["a list", within({ a: named("Size", "array") }), /not for a text/],
  ["two types", within({ a: named("Size", ["string", "null"]) }), /not for a text/],
  ["no type", within({ a: { "x-mcp-header": "Size" } }), /not for a text/],
  ["the root", within({}, { "x-mcp-header": "Root" }), /no fixed place/],
  ["items", within({ a: { type: "array", items: text } }), /no fixed place/],
  ["items of a list of schemas", within({ a: { type: "array", items: [text] } }), /no fixed place/],
  ["prefixItems", within({ a: { type: "array", prefixItems: [text] } }), /no fixed place/],
  ["contains", within({ a: { type: "array", contains: text } }), /no fixed place/],
  ["additionalProperties", within({}, { additionalProperties: text }), /no fixed place/],
  ["unevaluatedProperties", within({}, { unevaluatedProperties: text }), /no fixed place/],
  ["patternProperties", within({}, { patternProperties: { "^a": text } }), /no fixed place/],
  ["propertyNames", within({}, { propertyNames: text }), /no fixed place/],
  ["dependentSchemas", within({}, { dependentSchemas: { a: within({ b: text }) } }), /no fixed place/],
  ["oneOf", within({}, { oneOf: [within({ a: text })] }), /no fixed place/],
  ["anyOf below a property", within({ a: { anyOf: [text] } }), /no fixed place/],
  ["allOf", within({}, { allOf: [within({ a: text })] }), /no fixed place/],
  ["not", within({}, { not: within({ a: text }) }), /no fixed place/],
  ["if", within({}, { if: within({ a: text }) }), /no fixed place/],
  ["then", within({}, JSON.parse('{"then":{"x-mcp-header":"Text"}}')), /no fixed place/],
  ["else", within({}, { else: within({ a: text }) }), /no fixed place/],
  ["$defs", within({ a: { $ref: "#/$defs/a" } }, { $defs: { a: text } }), /no fixed place/],
  ["definitions", within({}, { definitions: { a: text } }), /no fixed place/],
  ["an unknown keyword", within({}, { components: { a: text } }), /no fixed place/],
]

async function newLine(t: TestContext) {
  const peer = await toolPeer(t)
  discovers(peer)
  return { peer, server: await toolServersFor([peer]).open({ url: peer.url }, never) }
}

test("a tool whose arguments cannot be headers is left out by its name, with the reason", async (t) => {
  const { peer, server } = await newLine(t)
  for (const [what, inputSchema, why] of invalid) {
    peer.tools = [echoTool, { ...echoTool, name: "odd", inputSchema }]
    const { tools, leftOut } = await server.listTools()
    assert.deepEqual([tools.length, leftOut.length, leftOut[0]?.name], [1, 1, "odd"], what)
    assert.match(leftOut[0]?.why ?? "", why, what)
  }
})

test("a name in data, and an argument with the annotation's name, annotate nothing", async (t) => {
  const { peer, server } = await newLine(t)
  const inputSchema = within(
    { "x-mcp-header": { type: "string" }, a: { default: { "x-mcp-header": "" }, enum: [{ "x-mcp-header": 1 }] } },
    { $defs: { "x-mcp-header": { type: "string" } }, examples: [{ "x-mcp-header": [] }] },
  )
  peer.tools = [{ ...echoTool, inputSchema }]
  assert.deepEqual((await server.listTools()).leftOut, [])
})

test("before 2026-07-28, servers have no such headers: their tools stay, and no header is sent", async (t) => {
  const peer = await toolPeer(t)
  peer.tools = [{ ...echoTool, inputSchema: within({ text: named("My Region") }) }]
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  assert.deepEqual((await server.listTools()).leftOut, [])
  await server.callTool("echo", { text: "a" })
  assert.ok(Object.keys(peer.asked.at(-1)?.headers ?? {}).every((name) => !name.startsWith("mcp-param")))
})

const annotated = {
  ...echoTool,
  inputSchema: within({
    text,
    count: named("Count", "integer"),
    is_dry: named("Dry", "boolean"),
    at: within({ city: within({ name: named("City-Name") }) }),
    other: { type: "string" },
  }),
}

const base64 = (value: string) => `=?base64?${Buffer.from(value).toString("base64")}?=`

/** Arguments, and the headers that arrive. */
const sent: [args: object, headers: Record<string, string>][] = [
  [{ text: "us-west1", other: "no" }, { text: "us-west1" }],
  [{ text: "Hello, 世界" }, { text: base64("Hello, 世界") }],
  [{ text: " padded " }, { text: base64(" padded ") }],
  [{ text: "one\ntwo" }, { text: base64("one\ntwo") }],
  [{ text: "a\r\nX-Evil: 1" }, { text: base64("a\r\nX-Evil: 1") }],
  [{ text: "=?base64?literal?=" }, { text: base64("=?base64?literal?=") }],
  [{ text: "in the middle" }, { text: "in the middle" }],
  [{ count: 42 }, { count: "42" }],
  [{ count: -7 }, { count: "-7" }],
  [{ count: Number.MAX_SAFE_INTEGER }, { count: "9007199254740991" }],
  [{ is_dry: true }, { dry: "true" }],
  [{ is_dry: false }, { dry: "false" }],
  [{ at: { city: { name: "Bern" } } }, { "city-name": "Bern" }],
  [{ text: null, at: { city: null } }, {}],
  [{}, {}],
]

test("annotated arguments arrive as headers in the encoding of MCP, at any depth", async (t) => {
  const { peer, server } = await newLine(t)
  peer.tools = [annotated]
  await server.listTools()
  for (const [args, headers] of sent) {
    await server.callTool("echo", args)
    const arrived = Object.entries(peer.asked.at(-1)?.headers ?? {}).filter(([name]) => name.startsWith("mcp-param-"))
    const wanted = Object.entries(headers).map(([name, value]) => [`mcp-param-${name}`, value])
    assert.deepEqual(arrived, wanted, JSON.stringify(args))
    assert.deepEqual(peer.calls.at(-1)?.arguments, args, "the body has them, too")
  }
})

test("a name with outer spaces arrives in the encoding of MCP", async (t) => {
  const { peer, server } = await newLine(t)
  peer.tools = [{ ...echoTool, name: " echo " }]
  await server.listTools()
  await server.callTool(" echo ", {})
  assert.equal(peer.asked.at(-1)?.headers["mcp-name"], base64(" echo "))
})

test("a refused header's code is kept, with HTTP 400 and without", async (t) => {
  const { peer, server } = await newLine(t)
  for (const status of [400, 200]) {
    peer.on.set("tools/call", (response, { rpc }) => {
      json(response, { jsonrpc: "2.0", id: rpc.id, error: { code: -32_020, message: "Header mismatch" } }, status)
    })
    await assert.rejects(server.callTool("echo", {}), { reason: "refused", code: -32_020, said: "Header mismatch" })
  }
  peer.on.set("tools/call", (response, { rpc }) => reply(response, rpc, { resultType: "complete", content: [] }))
  assert.equal((await server.callTool("echo", {})).isError, false)
})
