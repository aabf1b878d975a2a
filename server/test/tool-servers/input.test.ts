import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { type TestContext, test } from "node:test"
import { ToolServerFailure } from "#adapters/tool-servers/port.ts"
import { discovers, json, reply, toolPeer, toolServersFor } from "#test/support/stand-ins/tool-server.ts"

const never = new AbortController().signal
const form = { method: "elicitation/create", params: { message: "Sure?", requestedSchema: { type: "object" } } }
const page = { method: "elicitation/create", params: { mode: "url", url: "https://a.example/", message: "Pay there" } }
const sampling = { method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } }
const roots = { method: "roots/list" }

/** Results that ask for input, and what they ask for in our words. */
const results: [what: string, result: object, wants: string[]][] = [
  ["a form", { inputRequests: { a: form } }, ["an answer in a form"]],
  ["a page", { inputRequests: { a: page } }, ["a visit to a page"]],
  ["a model", { inputRequests: { a: sampling } }, ["an answer of a model"]],
  ["folders", { inputRequests: { a: roots } }, ["a list of folders"]],
  ["two forms and a page", { inputRequests: { a: form, b: form, c: page } }, ["an answer in a form", "a visit to a page"]], // biome-ignore format: a row
  ["only a state", { requestState: "a" }, []],
  ["nothing", {}, []],
  ["no requests", { inputRequests: {} }, []],
  ["null", { inputRequests: null, requestState: null }, []],
  ["a text", { inputRequests: "a form" }, []],
  ["a list", { inputRequests: [form] }, []],
  ["unknown requests", { inputRequests: { a: { method: "camera/take" }, b: null, c: 7, d: { method: "__proto__" } } }, []], // biome-ignore format: a row
  ["content beside it", { inputRequests: { a: form }, content: [{ type: "text", text: "Done" }] }, ["an answer in a form"]], // biome-ignore format: a row
]

const lines = [
  ["2025-06-18", () => {}],
  ["2026-07-28", discovers],
] as const

async function open(t: TestContext, speak: (typeof lines)[number][1]) {
  const peer = await toolPeer(t)
  speak(peer)
  return { peer, server: await toolServersFor([peer], { silenceMs: 400 }).open({ url: peer.url }, never) }
}

const asksFor = (wants: readonly string[], said?: string) => (error: unknown) => {
  assert.ok(error instanceof ToolServerFailure, String(error))
  assert.deepEqual([error.reason, error.wants, error.said], ["asks for input", wants, said], String(error.cause))
  return true
}

for (const [version, speak] of lines) {
  test(`a result of ${version} that asks for input is named as that, with what it asks for`, async (t) => {
    const { peer, server } = await open(t, speak)
    for (const [what, result, wants] of results) {
      const whole = { resultType: "input_required", ...result }
      peer.on.set("tools/call", (response, { rpc }) => reply(response, rpc, whole))
      await assert.rejects(server.callTool("echo", {}), asksFor(wants), what)
    }
  })

  test(`a result of ${version} of an unknown kind is named by its kind`, async (t) => {
    const { peer, server } = await open(t, speak)
    const kinds: [resultType: unknown, said: string][] = [["task", "task"], ["a\u202eb", "ab"], [7, "number"], ["x".repeat(90), "x".repeat(60)]] // biome-ignore format: rows
    for (const [resultType, said] of kinds) {
      peer.on.set("tools/call", (response, { rpc }) => reply(response, rpc, { resultType, content: [] }))
      await assert.rejects(server.callTool("echo", {}), { reason: "unknown result", said })
    }
    peer.on.set("tools/list", (response, { rpc }) => reply(response, rpc, { resultType: "task", tools: [] }))
    await assert.rejects(server.listTools(), { reason: "unknown result", said: "task" })
  })
}

/** Errors of servers that miss a capability. */
const errors: [what: string, error: object, status: number, wants: string[]][] = [
  ["a missing form", { code: -32_021, data: { requiredCapabilities: { elicitation: {} } } }, 400, ["an answer in a form"]], // biome-ignore format: a row
  ["a missing page", { code: -32_021, data: { requiredCapabilities: { elicitation: { url: {} } } } }, 400, ["a visit to a page"]], // biome-ignore format: a row
  ["two", { code: -32_021, data: { requiredCapabilities: { sampling: {}, roots: {} } } }, 200, ["an answer of a model", "a list of folders"]], // biome-ignore format: a row
  ["an odd one", { code: -32_021, data: "elicitation" }, 400, []],
  ["a page of 2025-11-25", { code: -32_042, data: { elicitations: [] } }, 200, ["a visit to a page"]],
]

test("an error for want of a capability is named as that", async (t) => {
  const { peer, server } = await open(t, discovers)
  for (const [what, error, status, wants] of errors) {
    peer.on.set("tools/call", (response, { rpc: { id } }) => {
      json(response, { jsonrpc: "2.0", id, error: { message: "No.", ...error } }, status)
    })
    await assert.rejects(server.callTool("echo", {}), asksFor(wants), what)
  }
})

/** Ends of a call during which the server has asked its client for a form. */
const ends: [what: string, end: (response: ServerResponse, id: unknown) => void, said: string | undefined][] = [
  ["a tool's error", (r, id) => say(r, { id, result: { isError: true, content: [{ type: "text", text: "No form." }] } }), "No form."], // biome-ignore format: a row
  ["an error", (r, id) => say(r, { id, error: { code: -32_603, message: "No form." } }), "No form."],
  ["silence", () => {}, undefined],
]

function say(response: ServerResponse, message: object): void {
  response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`)
}

for (const [what, end, said] of ends) {
  test(`a server that asks for a form during a call, and ends with ${what}, is named as asking for input`, async (t) => {
    const { peer, server } = await open(t, () => {})
    peer.on.set("tools/call", (response, { rpc }) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      say(response, { id: "wish", ...form })
      end(response, rpc.id)
    })
    await assert.rejects(server.callTool("echo", {}), asksFor(["an answer in a form"], said))
  })
}

test("a server that asks for a form, and does without it, has answered", async (t) => {
  const { peer, server } = await open(t, () => {})
  peer.on.set("tools/call", (response, { rpc: { id } }) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    say(response, { id: "wish", ...form })
    say(response, { id, result: { content: [{ type: "text", text: "Done." }] } })
    response.end()
  })
  assert.deepEqual(await server.callTool("echo", {}), { text: "Done.", isError: false })
})
