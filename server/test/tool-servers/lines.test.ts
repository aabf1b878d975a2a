import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { type TestContext, test } from "node:test"
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/client"
import fc from "fast-check"
import { ToolServerFailure } from "#adapters/tool-servers/port.ts"
import { ourVersions } from "#domains/tool-servers/servers/refusals.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import {
  discovers,
  echoTool,
  failsFor,
  json,
  reply,
  type ToolPeer,
  toolPeer,
  toolServersFor,
} from "#test/support/stand-ins/tool-server.ts"

const never = new AbortController().signal
const newVersion = "2026-07-28"

/** The methods of a peer's requests since the last look; a session's end has none. */
function methodsOf(peer: ToolPeer): string[] {
  return peer.asked.splice(0).map(({ body }) => (body === "" ? "" : JSON.parse(body).method))
}

/** Makes a peer refuse what the newer line does not have, as the official servers do. */
function speakOnlyNew(peer: ToolPeer): void {
  discovers(peer)
  peer.on.set("initialize", (response, { rpc }) => {
    const error = { code: -32_022, message: "Unsupported protocol version", data: { supported: [newVersion] } }
    json(response, { jsonrpc: "2.0", id: rpc.id, error }, 400)
  })
  for (const method of ["tools/list", "tools/call"]) peer.on.delete(method)
}

/** Makes a peer refuse what the older line does not have. */
function speakOnlyOld(peer: ToolPeer): void {
  for (const method of ["server/discover", "initialize"]) peer.on.delete(method)
  for (const method of ["tools/list", "tools/call"]) {
    const usual = peer.on.get(method)
    peer.on.set(method, (response, asked) => {
      if (asked.headers["mcp-protocol-version"] !== newVersion && usual) return usual(response, asked)
      if (asked.headers["mcp-protocol-version"] !== newVersion) return answerAsUsual(peer, response, asked.rpc)
      json(response, { jsonrpc: "2.0", id: null, error: { code: -32_000, message: "Server not initialized" } }, 400)
    })
  }
}

function answerAsUsual(peer: ToolPeer, response: ServerResponse, rpc: Parameters<typeof reply>[1]): void {
  reply(response, rpc, rpc.method === "tools/list" ? { tools: peer.tools } : { content: [] })
}

async function use(servers: ReturnType<typeof toolServersFor>, { url }: ToolPeer): Promise<void> {
  const server = await servers.open({ url }, never)
  assert.deepEqual(valuesOf((await server.listTools()).tools, "name"), ["echo"])
  assert.equal((await server.callTool("echo", {})).isError, false)
  await server.close()
}

test("the first use of a server asks for its line of the protocol, and later ones do not", async (t) => {
  const [peer, old] = [await toolPeer(t), await toolPeer(t)]
  speakOnlyNew(peer)
  const servers = toolServersFor([peer, old])
  await use(servers, peer)
  assert.deepEqual(methodsOf(peer), ["server/discover", "tools/list", "tools/call"])
  await use(servers, peer)
  assert.deepEqual(methodsOf(peer), ["tools/list", "tools/call"])
  const handshake = ["initialize", "notifications/initialized"]
  await use(servers, old)
  assert.deepEqual(methodsOf(old), ["server/discover", ...handshake, "tools/list", "tools/call"])
  await use(servers, old)
  assert.deepEqual(methodsOf(old), [...handshake, "tools/list", "tools/call"])
})

test("a server that changes its line between two uses works at the next one, in both directions", async (t) => {
  const peer = await toolPeer(t)
  const servers = toolServersFor([peer])
  for (const speak of [speakOnlyNew, speakOnlyOld, speakOnlyNew]) {
    speak(peer)
    await use(servers, peer)
  }
})

test("a server that changes its line between its list and a call refuses that call, and works at the next one", async (t) => {
  const peer = await toolPeer(t)
  speakOnlyNew(peer)
  const servers = toolServersFor([peer])
  const server = await servers.open({ url: peer.url }, never)
  await server.listTools()
  speakOnlyOld(peer)
  await assert.rejects(server.callTool("echo", {}), { reason: "refused", said: "Server not initialized" })
  await use(servers, peer)
})

/** Answers to `server/discover` of servers of the older line, after which the handshake works. */
const oldAnswers: [what: string, answer: (response: ServerResponse, id: unknown) => void][] = [
  ["400 without a body", (r) => r.writeHead(400).end()],
  ["400 with an unknown error", (r) => json(r, { error: "Bad Request" }, 400)],
  ["400 for want of a session", (r, id) => json(r, { jsonrpc: "2.0", id, error: { code: -32_000, message: "No session" } }, 400)], // biome-ignore format: a row
  ["an error of parsing without an id", (r) => json(r, { jsonrpc: "2.0", id: null, error: { code: -32_700, message: "Parse Error" } })], // biome-ignore format: a row
  ["invalid parameters", (r, id) => json(r, { jsonrpc: "2.0", id, error: { code: -32_602, message: "Invalid request parameters" } })], // biome-ignore format: a row
  ["401 without a challenge", (r) => r.writeHead(401).end()],
  ["403", (r) => r.writeHead(403).end("Forbidden")],
  ["404", (r) => r.writeHead(404).end("Invalid session ID")],
  ["405", (r) => r.writeHead(405).end()],
  ["406", (r) => r.writeHead(406).end()],
  ["415", (r) => r.writeHead(415).end()],
  ["500", (r) => r.writeHead(500).end("Internal Server Error")],
  ["501", (r) => r.writeHead(501).end()],
  ["502 of a gateway", (r) => r.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>")],
  ["a page", (r) => r.writeHead(200, { "content-type": "text/html" }).end("<html>")],
  ["an empty answer", (r) => r.writeHead(200, { "content-type": "application/json" }).end()],
  ["204", (r) => r.writeHead(204).end()],
  ["202", (r) => r.writeHead(202).end()],
  ["half an answer", (r) => r.writeHead(200, { "content-length": "100" }).write("{", () => r.destroy())],
  ["a cut", (r) => r.destroy()],
  ["null", (r, id) => json(r, { jsonrpc: "2.0", id, result: null })],
  ["a text", (r, id) => json(r, { jsonrpc: "2.0", id, result: "2026-07-28" })],
  ["no versions", (r, id) => json(r, { jsonrpc: "2.0", id, result: { supportedVersions: [] } })],
  ["versions as a text", (r, id) => json(r, { jsonrpc: "2.0", id, result: { supportedVersions: "2026-07-28" } })],
  ["older versions", (r, id) => json(r, { jsonrpc: "2.0", id, result: { supportedVersions: ["2025-06-18"], capabilities: {} } })], // biome-ignore format: a row
]

test("a server of the older line works, whatever it answers to the question for its line", async (t) => {
  for (const [what, answer] of oldAnswers) {
    const peer = await toolPeer(t)
    peer.on.set("server/discover", (response, { rpc }) => answer(response, rpc.id))
    const servers = toolServersFor([peer], { silenceMs: 1_000 })
    await use(servers, peer).catch((error: unknown) => assert.fail(`${what}: ${error}`))
    await use(servers, peer)
    assert.equal(methodsOf(peer).filter((method) => method === "server/discover").length, 1, what)
  }
})

/** Hints and capabilities of servers of the newer line, which work. */
const newAnswers: [what: string, result: object][] = [
  ["no capabilities", { capabilities: undefined }],
  ["no tools among them", { capabilities: {} }],
  ["nulls", { capabilities: { tools: null }, instructions: null, _meta: null }],
  ["a negative time", { ttlMs: -1 }],
  ["a wrong scope", { cacheScope: "" }],
  ["versions of tomorrow, too", { supportedVersions: ["2031-01-01", newVersion] }],
]

test("a server of the newer line works with odd answers", async (t) => {
  for (const [what, result] of newAnswers) {
    const peer = await toolPeer(t)
    speakOnlyNew(peer)
    peer.on.set("server/discover", (response, { rpc }) => {
      reply(response, rpc, { supportedVersions: [newVersion], capabilities: { tools: {} }, ...result })
    })
    await use(toolServersFor([peer]), peer).catch((error: unknown) => assert.fail(`${what}: ${error}`))
    assert.ok(!methodsOf(peer).includes("initialize"), what)
  }
})

async function refuses(t: TestContext, on: Record<string, (response: ServerResponse, id: unknown) => void>) {
  const peer = await toolPeer(t)
  for (const [method, answer] of Object.entries(on))
    peer.on.set(method, (response, { rpc }) => answer(response, rpc.id))
  return () => toolServersFor([peer], { silenceMs: 300, totalMs: 700 }).open({ url: peer.url }, never)
}

const unknownVersion = (supported: unknown) => (response: ServerResponse, id: unknown) =>
  json(response, { jsonrpc: "2.0", id, error: { code: -32_022, message: "No.", data: { supported } } }, 400)

test("a server that speaks none of our versions is named with those that it speaks", async (t) => {
  const no = (response: ServerResponse) => void response.writeHead(400).end()
  const future = (response: ServerResponse, id: unknown) =>
    json(response, { jsonrpc: "2.0", id, result: { supportedVersions: ["2031-01-01"], capabilities: {} } })
  const old = (response: ServerResponse, id: unknown) =>
    json(response, { jsonrpc: "2.0", id, result: { protocolVersion: "2023-01-01", capabilities: {}, serverInfo: { name: "a", version: "1" } } }) // biome-ignore format: one answer
  const ways: [Parameters<typeof refuses>[1], string][] = [
    [{ "server/discover": future, initialize: no }, "2031-01-01"],
    [{ "server/discover": unknownVersion(["2031-01-01", "2032-01-01"]) }, "2031-01-01, 2032-01-01"],
    [{ "server/discover": no, initialize: unknownVersion(["2031-01-01", 7, "<b>"]) }, "2031-01-01"],
    [{ initialize: old }, "2023-01-01"],
  ]
  for (const [on, said] of ways)
    await assert.rejects(await refuses(t, on), { reason: "other version", said }, JSON.stringify(said))
})

test("the versions in our refusal are those of the official client", () => {
  const older = [...SUPPORTED_PROTOCOL_VERSIONS].sort()
  assert.equal(ourVersions, `${older[0]} to ${older.at(-1)}, and ${newVersion}`)
})

test("silence and an endless stream in place of the line end after the time limit", async (t) => {
  const drip = (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    const timer = setInterval(() => response.write(": still here\n\n"), 20)
    response.on("close", () => clearInterval(timer))
  }
  for (const answer of [() => {}, drip])
    await assert.rejects(await refuses(t, { "server/discover": answer }), failsFor("silent"))
})

test("a page of HTML at every request is no tool server", async (t) => {
  const html = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/html" }).end("<html>")
  await assert.rejects(await refuses(t, { "/mcp": html }), failsFor("protocol"))
})

test("lists of the newer line have the same limits: 256 tools, and 64 pages", async (t) => {
  const peer = await toolPeer(t)
  speakOnlyNew(peer)
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  let pages = 0
  peer.on.set("tools/list", (response, { rpc }) => reply(response, rpc, { tools: [], nextCursor: `${pages++}` }))
  await assert.rejects(server.listTools(), failsFor("too large"))
  assert.equal(pages, 64)
  peer.on.set("tools/list", (response, { rpc }) => {
    reply(response, rpc, { tools: Array.from({ length: 1_000_000 }, () => 0) })
  })
  await assert.rejects(server.listTools(), failsFor("too large"))
  peer.on.set("tools/list", (response, { rpc }) => {
    reply(response, rpc, { tools: Array.from({ length: 400 }, (_, at) => ({ ...echoTool, name: `t${at}` })) })
  })
  await assert.rejects(server.listTools(), failsFor("too large"))
})

test("a use ends with an answer or a named failure for any JSON that a server sends", async (t) => {
  const peer = await toolPeer(t)
  const servers = toolServersFor([peer], { silenceMs: 2_000 })
  const part = fc.oneof(fc.jsonValue(), fc.record({ name: fc.jsonValue(), inputSchema: fc.jsonValue() }))
  const fields = ["resultType", "supportedVersions", "capabilities", "tools", "nextCursor", "ttlMs", "cacheScope", "inputRequests", "content", "structuredContent", "isError", "protocolVersion"] // biome-ignore format: one list
  const odd = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...fields), fc.oneof(part, fc.array(part))))
  const cases = fc.record({ isNew: fc.boolean(), method: fc.constantFrom("server/discover", "tools/list", "tools/call", "initialize"), field: fc.constantFrom("result", "error"), odd }) // biome-ignore format: one record
  const run = fc.asyncProperty(cases, async ({ isNew, method, field, odd }) => {
    peer.on.clear()
    if (isNew) speakOnlyNew(peer)
    peer.on.set(method, (response, { rpc: { id } }) => json(response, { jsonrpc: "2.0", id, [field]: odd }))
    try {
      const server = await servers.open({ url: peer.url }, never)
      await server.listTools()
      await server.callTool("echo", { text: "a" })
      await server.close()
    } catch (error) {
      assert.ok(error instanceof ToolServerFailure, String(error))
    }
  })
  await fc.assert(run, { numRuns: 60 })
})
