import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { test } from "node:test"
import type { ToolAnswer } from "#adapters/tool-servers/port.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { echoTool, reply, toolPeer, toolServersFor } from "#test/support/stand-ins/tool-server.ts"

const never = new AbortController().signal
const object = { type: "object" }

/** Tools that are not as the protocol says, and what is made of their schema; undefined where they are left out. */
const oddTools: [tool: unknown, schema: object | undefined][] = [
  [{ ...echoTool, name: "no-schema", inputSchema: undefined }, object],
  [{ ...echoTool, name: "null-schema", inputSchema: null }, object],
  [{ ...echoTool, name: "empty-schema", inputSchema: {} }, object],
  [
    { ...echoTool, name: "dialect-only", inputSchema: { $schema: "x" } },
    { ...object, $schema: "x" },
  ],
  [
    { ...echoTool, name: "null-type", inputSchema: { type: null, a: 1 } },
    { ...object, a: 1 },
  ],
  [{ ...echoTool, name: "two-types", inputSchema: { type: ["object", "null"] } }, object],
  [
    { ...echoTool, name: "union", inputSchema: { anyOf: [object] } },
    { ...object, anyOf: [object] },
  ],
  [{ ...echoTool, name: "nested-required", inputSchema: { ...object, properties: { required: ["a"] } } }, { ...object, properties: { required: ["a"] } }], // biome-ignore format: a row
  [
    { ...echoTool, name: "required-true", inputSchema: { ...object, required: true } },
    { ...object, required: true },
  ],
  [{ ...echoTool, name: "nulls", title: null, description: null, annotations: null, outputSchema: null, _meta: null, icons: null, execution: null }, echoTool.inputSchema], // biome-ignore format: a row
  [{ ...echoTool, name: "odd-hints", annotations: { readOnlyHint: "yes" }, icons: "a.png" }, echoTool.inputSchema],
  [
    { ...echoTool, name: "odd-output", outputSchema: { type: "object", properties: { a: true } } },
    echoTool.inputSchema,
  ],
  [{ ...echoTool, name: "list-output", outputSchema: { type: "array" } }, echoTool.inputSchema],
  [{ ...echoTool, name: "text-schema", inputSchema: { type: "string" } }, undefined],
  [{ ...echoTool, name: "schema-is-text", inputSchema: "{}" }, undefined],
  [{ ...echoTool, name: 7 }, undefined],
  [{ ...echoTool, name: "" }, undefined],
  [{ ...echoTool, name: "naïve" }, undefined],
  [{ description: "x" }, undefined],
  [null, undefined],
  ["echo", undefined],
]

test("an odd tool is read as it is meant or left out by its name, and the others work", async (t) => {
  const peer = await toolPeer(t)
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  for (const [tool, schema] of oddTools) {
    const { name } = { name: undefined, ...(tool as object) }
    peer.on.set("tools/list", (response, { rpc }) =>
      reply(response, rpc, { tools: [tool, echoTool], nextCursor: null }),
    )
    const { tools, leftOut } = await server.listTools()
    const what = JSON.stringify(tool)
    assert.deepEqual(tools.at(-1)?.name, "echo", what)
    if (schema) assert.deepEqual(tools[0]?.inputSchema, schema, what)
    if (schema) assert.deepEqual(leftOut, [], what)
    else assert.deepEqual(valuesOf(leftOut, "name"), [typeof name === "string" && name !== "" ? name : "Tool 1"], what)
    if (!schema) assert.match(leftOut[0]?.why ?? "", /^(It|Its) .+\.$/, what)
  }
})

test("a list whose cursor is empty has ended, and its repeated page counts once", async (t) => {
  const peer = await toolPeer(t)
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  peer.on.set("tools/list", (response, { rpc }) => reply(response, rpc, { tools: [echoTool], nextCursor: "" }))
  assert.equal((await server.listTools()).tools.length, 1)
  peer.on.set("tools/list", (response, { rpc }) => reply(response, rpc, { tools: [echoTool], nextCursor: "a" }))
  assert.deepEqual(valuesOf((await server.listTools()).tools, "name"), ["echo"])
  assert.deepEqual((await server.listTools()).leftOut, [])
})

const text = (one: string) => ({ type: "text", text: one })
const png = "iVBORw0KGgo="
const embedded = { type: "resource", resource: { uri: "repo://a.md", mimeType: "text/plain", text: "# Title" } }
const link = { type: "resource_link", uri: "https://a.example/b.pdf", name: "b.pdf", description: "The report" }

/** Results of calls, and what reaches the model of them. */
const answers: [what: string, result: unknown, read: Partial<ToolAnswer>][] = [
  ["an embedded text", { content: [text("Got it:"), embedded] }, { text: "Got it:\n[resource repo://a.md]\n# Title" }],
  ["a link", { content: [link] }, { text: "[link b.pdf https://a.example/b.pdf]: The report" }],
  ["a link with a title", { content: [{ ...link, title: "B", description: null }] }, { text: "[link B https://a.example/b.pdf]" }], // biome-ignore format: a row
  ["text beside the structured form", { content: [text("The file")], structuredContent: { size: 1 } }, { text: "The file", structured: { size: 1 } }], // biome-ignore format: a row
  ["the structured form twice", { content: [text('{"b":2, "a":1}')], structuredContent: { a: 1, b: 2 } }, { text: "", structured: { a: 1, b: 2 } }], // biome-ignore format: a row
  ["only the structured form", { structuredContent: { a: 1 } }, { text: "", structured: { a: 1 } }],
  ["a structured list", { content: [], structuredContent: [1, 2] }, { text: "", structured: [1, 2] }],
  ["nulls", { content: [{ ...text("a"), annotations: null, _meta: null }], structuredContent: null, isError: null, _meta: null }, { text: "a" }], // biome-ignore format: a row
  ["a text in place of a list", { content: "Done." }, { text: "Done." }],
  ["texts in the list", { content: ["Done."] }, { text: "Done." }],
  ["a text as the result", "Done.", { text: "Done." }],
  ["a list as the result", [1], { text: "[1]" }],
  ["a result of 2024", { toolResult: { a: 1 } }, { text: "", structured: { a: 1 } }],
  ["a result in no form", { rows: [1] }, { text: '{"rows":[1]}' }],
  ["an error in words", { content: [text("No.")], isError: "true" }, { text: "No.", isError: true }],
  ["a picture", { content: [{ type: "image", data: png, mimeType: "image/png" }] }, { text: "[picture, image/png]", pictures: [{ mediaType: "image/png", base64: png }] }], // biome-ignore format: a row
  ["an embedded picture", { content: [{ type: "resource", resource: { uri: "a://b", mimeType: "image/JPG", blob: png } }] }, { text: "[resource a://b]", pictures: [{ mediaType: "image/jpeg", base64: png }] }], // biome-ignore format: a row
  ["sound", { content: [{ type: "audio", data: png, mimeType: "audio/wav" }] }, { text: "[audio]" }],
  ["a kind of tomorrow with text", { content: [{ type: "markdown", text: "# A" }] }, { text: "# A" }],
  ["nothing", { content: [] }, { text: "" }],
]

const event = (value: unknown, indent?: number) =>
  `: ping\n\nevent: message\nid: 1\n${JSON.stringify(value, undefined, indent).replace(/^/gm, "data: ")}\n\n`

const ways: [way: string, send: (response: ServerResponse, message: object) => void][] = [
  [
    "as JSON",
    (response, message) => response.setHeader("content-type", "application/json").end(JSON.stringify(message)),
  ],
  ["as JSON without a type", (response, message) => response.end(JSON.stringify(message))],
  ["as an event", (response, message) => response.setHeader("content-type", "text/event-stream").end(event(message))],
  ["as an event of lines", (response, message) => response.setHeader("content-type", "text/event-stream").end(event(message, 2).replaceAll("\n", "\r\n"))], // biome-ignore format: a row
]

for (const [way, send] of ways) {
  test(`answers in every form are read, sent ${way}`, async (t) => {
    const peer = await toolPeer(t)
    const server = await toolServersFor([peer]).open({ url: peer.url }, never)
    for (const [what, result, read] of answers) {
      peer.on.set("tools/call", (response, { rpc: { id } }) => send(response, { jsonrpc: "2.0", id, result }))
      assert.deepEqual(await server.callTool("echo", {}), { isError: false, ...read }, what)
    }
  })
}

test("a structured form that is nested too deep is left out with a note, and the text stays", async (t) => {
  const peer = await toolPeer(t)
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) })
  peer.on.set("tools/call", (response, { rpc }) =>
    reply(response, rpc, { content: [text("Here.")], structuredContent: deep(60) }),
  )
  const { note, ...answer } = await server.callTool("echo", {})
  assert.deepEqual(answer, { text: "Here.", isError: false })
  assert.match(note ?? "", /nested too deep/)
})

test("a greeting with nulls is a greeting", async (t) => {
  const peer = await toolPeer(t)
  peer.on.set("initialize", (response, { rpc }) =>
    reply(response, rpc, {
      protocolVersion: "2025-06-18",
      capabilities: { tools: { listChanged: null }, prompts: null },
      serverInfo: { name: "peer", version: "1", title: null },
      instructions: null,
      _meta: null,
    }),
  )
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  assert.equal((await server.listTools()).tools.length, 1)
})
