import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { decideCalls } from "#domains/assistant/on-demand.ts"
import { attachToolServer, checkToolServer, getToolServer, reviewToolServer } from "#domains/tool-servers/on-demand.ts"
import type { Answer, Script } from "#test/support/stand-ins/model/model-stand-in.ts"
import { echoTool, type ToolPeer, toolPeer } from "#test/support/stand-ins/tool-server.ts"
import { type AssistantWorld, assistantWorld, callsOf, wordsOf } from "#test/support/worlds/assistant-world.ts"

interface Studio extends AssistantWorld {
  readonly peer: ToolPeer
  readonly id: string
  /** The tools that the tool server's page names as left out. */
  leftOut(): Promise<{ name: string; why: string }[]>
}

/** A workspace whose tool server has these tools, all reviewed. */
async function withTools(t: TestContext, tools: object[], script: Script | readonly Answer[]): Promise<Studio> {
  const peer = await toolPeer(t)
  peer.tools = tools
  const studio = await assistantWorld(t, script, { toolPeers: [peer] })
  const { id } = await studio.act("admin", attachToolServer, { url: peer.url, auth: "none" })
  await review(studio, id)
  return { ...studio, peer, id, leftOut: async () => (await studio.act("admin", getToolServer, { id })).leftOut }
}

async function review({ act }: AssistantWorld, id: string): Promise<void> {
  const { tools } = await act("admin", getToolServer, { id })
  await act("admin", reviewToolServer, { id, accept: tools.flatMap(({ name, digest }) => (digest === null ? [] : [{ name, digest }])) }) // biome-ignore format: one thought
}

const schemaOf = ({ model }: AssistantWorld, name: string) =>
  model.journal.at(-1)?.tools.find((tool) => tool.name === name)?.inputSchema

const oddTool = {
  ...{ name: "odd", title: "Odd", description: "It is odd." },
  inputSchema: {
    type: "object",
    anyOf: [{ properties: { list: { type: "array" } }, required: ["list"] }, { properties: { tree: { $ref: "#/$defs/tree" } }, required: ["tree"] }],
    $defs: { tree: { type: "object", properties: { inner: { $ref: "#/$defs/tree" }, at: { type: "string", format: "weird" } } } },
  }, // biome-ignore format: one thought
}

test("a tool's odd schema reaches the model mended, and its calls are checked against the server's own", async (t) => {
  const good = { call: "s1__odd", arguments: { list: ["a"], more: 1 } }
  const bad = { call: "s1__odd", arguments: { list: "a" } }
  const studio = await withTools(t, [echoTool, oddTool], ({ messages }) => {
    const last = messages.at(-1)
    return last?.role === "person" ? [last.text.includes("bad") ? bad : good] : ["Done."]
  })
  const asked = await studio.ask("member", "Use it")
  const schema = JSON.stringify(schemaOf(studio, "s1__odd"))
  assert.doesNotMatch(schema, /\$ref|\$defs|"format"|^\{[^{]*"anyOf"/)
  assert.match(schema, /"items".*Needs list, or tree\./)
  assert.equal(callsOf(asked)[0]?.state, "waiting")

  const refused = await studio.ask("member", "Use it in a bad way")
  assert.equal(callsOf(refused)[0]?.state, "refused", "no card is shown")
  const [result] = studio.model.journal.at(-1)?.messages.at(-1)?.results ?? []
  assert.match(result?.text ?? "", /The arguments do not fit/)
  assert.equal(studio.peer.calls.length, 0)
})

test("a tool that cannot be mended is left out, and the tool server's page names it", async (t) => {
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`x${at}`, {}]))
  const huge = { ...echoTool, name: "huge", inputSchema: { type: "object", properties: many } }
  const studio = await withTools(t, [echoTool, huge], [["Yes."]])
  assert.equal(wordsOf(await studio.ask("member", "Hello")), "Yes.")
  assert.ok(schemaOf(studio, "s1__echo"))
  assert.equal(schemaOf(studio, "s1__huge"), undefined)
  assert.deepEqual(await studio.leftOut(), [{ name: "huge", why: "Its input schema is too large for a model." }])
})

test("a tool that the model's host refuses is asked about once, named on the page, and tried again once it changed", async (t) => {
  const studio = await withTools(t, [echoTool, oddTool], ({ tools }) => {
    const at = tools.findIndex(({ name }) => name === "s1__odd")
    if (at < 0) return ["Yes."]
    const message = `tools.${at}.custom.input_schema: JSON schema is invalid.`
    return { status: 400, body: JSON.stringify({ type: "error", error: { type: "invalid_request_error", message } }) }
  })
  assert.equal(wordsOf(await studio.ask("member", "Hello")), "Yes.")
  assert.equal(studio.model.journal.length, 2)
  assert.deepEqual(await studio.leftOut(), [{ name: "odd", why: "The model stand-in refuses its definition." }])
  await studio.ask("member", "Hello again")
  assert.equal(studio.model.journal.length, 3)
  assert.ok(schemaOf(studio, "s1__echo"))

  studio.peer.tools = [echoTool, { ...oddTool, description: "It is less odd." }]
  await studio.act("admin", checkToolServer, { id: studio.id })
  await review(studio, studio.id)
  assert.deepEqual(await studio.leftOut(), [])
  studio.says(["Yes."])
  await studio.ask("member", "Hello once more")
  assert.ok(schemaOf(studio, "s1__odd"))
})

test("a refusal that names no tool costs this answer all tools of tool servers, and the next none", async (t) => {
  const message = "tools.function.parameters is not a valid json schema"
  const studio = await withTools(t, [echoTool, oddTool], ({ tools }, index) => {
    const hasForeign = tools.some(({ name }) => name.startsWith("s1__"))
    return hasForeign && index < 2 ? { status: 400, body: JSON.stringify({ error: { message } }) } : ["Yes."]
  })
  assert.equal(wordsOf(await studio.ask("member", "Hello")), "Yes.")
  assert.equal(schemaOf(studio, "s1__echo"), undefined)
  assert.deepEqual(await studio.leftOut(), [])
  await studio.ask("member", "Hello again")
  assert.ok(schemaOf(studio, "s1__echo"))
})

test("long numbers reach a tool server with all their digits, as numbers where it wants numbers", async (t) => {
  const inputSchema = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" }, is: { type: "boolean" } }, required: ["id"] } // biome-ignore format: one thought
  const written = '{"id":2512292042121000001,"name":"2512292042121000001","is":"true"}'
  const script: Script = ({ messages }) => (messages.at(-1)?.role === "person" ? [{ call: "s1__echo", written }] : ["Done."]) // biome-ignore format: one thought
  const studio = await withTools(t, [{ ...echoTool, inputSchema }], script)
  const asked = await studio.ask("member", "Use it")
  assert.deepEqual(callsOf(asked)[0]?.arguments, { id: "2512292042121000001", name: "2512292042121000001", is: "true" })
  await studio.act("member", decideCalls, { conversationId: asked.id, decisions: callsOf(asked).map(({ id }) => ({ callId: id, answer: "once" as const })) }) // biome-ignore format: one thought
  await studio.settled("member", asked.id)
  const sent = studio.peer.asked.find(({ body }) => body.includes('"tools/call"'))
  assert.match(sent?.body ?? "", /"arguments":\{"id":2512292042121000001,"is":true,"name":"2512292042121000001"\}/)
})
