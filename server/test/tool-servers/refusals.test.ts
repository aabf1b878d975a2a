import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { test } from "node:test"
import { ToolServerFailure } from "#adapters/tool-servers/port.ts"
import { json, reply, toolPeer, toolServersFor } from "#test/support/stand-ins/tool-server.ts"

const never = new AbortController().signal
const rpcError = (code: number, message: string, id: unknown = 2) => ({ jsonrpc: "2.0", id, error: { code, message } })

type Respond = (response: ServerResponse, rpc: { id?: number | string }) => void

/** What a call comes to: the reason of its failure and the server's sentence. */
const outcomes: [what: string, respond: Respond, reason: string, said: RegExp | undefined][] = [
  [
    "an unknown argument",
    (r, { id }) => json(r, rpcError(-32_602, "text: too short", id)),
    "refused",
    /^text: too short/,
  ],
  ["an error of its own", (r, { id }) => json(r, rpcError(1_404, "No such page.", id)), "refused", /^No such page/],
  ["an error without an id", (r) => json(r, rpcError(-32_603, "No quota.", null)), "refused", /^No quota/],
  [
    "an error as text",
    (r, { id }) => json(r, { jsonrpc: "2.0", id, error: "Out of stock" }),
    "refused",
    /^Out of stock/,
  ],
  ["a lost backend", (r, { id }) => json(r, rpcError(-32_001, "Request timed out", id)), "broken", /timed out/],
  ["400", (r, { id }) => json(r, rpcError(-32_000, "Bad session", id), 400), "refused", /^Bad session/],
  ["401", (r) => json(r, { error: "invalid_token", error_description: "It ended." }, 401), "unauthorized", /^It ended/],
  ["403", (r) => json(r, { detail: "Not your board." }, 403), "refused", /^Not your board/],
  ["404", (r) => r.writeHead(404, { "content-type": "text/plain" }).end("No board"), "refused", /^No board$/],
  ["405", (r) => r.writeHead(405).end(), "refused", undefined],
  ["409", (r) => json(r, { error: { message: "It was changed." } }, 409), "refused", /^It was changed/],
  ["422", (r) => json(r, { title: "Too long" }, 422), "refused", /^Too long/],
  ["429", (r) => json(r.setHeader("retry-after", "30"), { message: "Slow down" }, 429), "refused", /^Slow down/],
  ["a page of HTML", (r) => r.writeHead(403, { "content-type": "text/html" }).end("<p>No</p>"), "refused", undefined],
  ["503 with a time", (r) => r.setHeader("retry-after", "9").writeHead(503).end("Full"), "refused", /^Full$/],
  ["503 without one", (r) => r.writeHead(503).end("Full"), "broken", /^Full$/],
  ["500", (r) => r.writeHead(500).end("Oops"), "broken", /^Oops$/],
  [
    "500 that answers this request",
    (r, { id }) => json(r, rpcError(-32_603, "No rows", id), 500),
    "refused",
    /^No rows/,
  ],
  ["500 that answers none", (r) => json(r, rpcError(-32_603, "Internal", null), 500), "broken", /^Internal/],
  ["502", (r) => r.writeHead(502).end(), "broken", undefined],
  ["504", (r, { id }) => json(r, rpcError(-32_603, "Gateway", id), 504), "broken", /^Gateway/],
  ["408", (r) => r.writeHead(408).end(), "broken", undefined],
  ["a cut answer", (r) => r.destroy(), "unreachable", undefined],
]

for (const [what, respond, reason, said] of outcomes) {
  test(`a call that is answered with ${what} is ${reason}`, async (t) => {
    const peer = await toolPeer(t)
    const server = await toolServersFor([peer]).open({ url: peer.url, bearer: "x" }, never)
    peer.on.set("tools/call", (response, { rpc }) => respond(response, rpc))
    await assert.rejects(server.callTool("echo", {}), (error) => {
      assert.ok(error instanceof ToolServerFailure, String(error))
      assert.equal(error.reason, reason, String(error.cause))
      if (said) assert.match(error.said ?? "", said)
      else assert.equal(error.said, undefined)
      return true
    })
  })
}

test("a refusal names the seconds to wait, and its sentence is one clean line of a limited length", async (t) => {
  const peer = await toolPeer(t)
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  peer.on.set("tools/call", (response, { rpc }) => {
    const message = `a\u202eb\n\nc ${"x".repeat(9_000)}`
    json(response.setHeader("retry-after", "30"), rpcError(-32_000, message, rpc.id), 429)
  })
  await assert.rejects(server.callTool("echo", {}), (error) => {
    assert.ok(error instanceof ToolServerFailure)
    assert.equal(error.retryAfterSeconds, 30)
    assert.match(error.said ?? "", /^ab c x+…$/)
    assert.equal(error.said?.length, 500)
    return true
  })
})

test("a refused version of the protocol does not colour a later answer", async (t) => {
  const peer = await toolPeer(t)
  peer.on.set("server/discover", (response) => json(response, { message: "Unknown." }, 404))
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  peer.on.set("tools/call", (response, { rpc }) => reply(response, rpc, { content: [{ type: "text", text: "Done." }] }))
  assert.deepEqual(await server.callTool("echo", {}), { text: "Done.", isError: false })
})

test("a server that cannot be reached cannot have got the call", async (t) => {
  const peer = await toolPeer(t)
  const servers = toolServersFor([peer, { port: 1 }])
  await assert.rejects(servers.open({ url: "http://127.0.0.1:1/mcp" }, never), {
    reason: "unreachable",
    isUnsent: true,
  })
})
