import assert from "node:assert/strict"
import { test } from "node:test"
import { ToolServerFailure } from "#adapters/tool-servers/port.ts"
import { failsFor, json, toolPeer, toolServersFor } from "#test/support/stand-ins/tool-server.ts"

const never = new AbortController().signal

test("a call ends with its reason when the server is silent, streams without end or breaks off", async (t) => {
  const peer = await toolPeer(t)
  const impatient = toolServersFor([peer], { silenceMs: 300, totalMs: 1_500 })
  const patient = toolServersFor([peer], { silenceMs: 20_000, totalMs: 20_000 })
  const call = async (servers = impatient) =>
    (await servers.open({ url: peer.url }, never)).callTool("echo", { text: "" })
  peer.on.set("tools/call", () => {})
  await assert.rejects(call(), failsFor("silent"))
  peer.on.set("tools/call", (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    const drip = setInterval(() => response.write(": still here\n\n"), 20)
    response.on("close", () => clearInterval(drip))
  })
  await assert.rejects(call(), failsFor("silent"))
  peer.on.set("tools/call", (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
    response.write("{", () => response.destroy())
  })
  await assert.rejects(call(patient), failsFor("unreachable"))
  peer.on.set("tools/call", (response) => response.destroy())
  await assert.rejects(call(patient), failsFor("unreachable"))
})

test("invalid answers are failures", async (t) => {
  const peer = await toolPeer(t)
  const server = await toolServersFor([peer], { totalMs: 1_000 }).open({ url: peer.url }, never)
  const answers: ((response: Parameters<typeof json>[0], id: unknown) => void)[] = [
    (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
    (response) => response.writeHead(200, { "content-type": "application/json" }).end("{not json"),
    (response, id) => json(response, { jsonrpc: "2.0", id, error: { code: -1, message: "no" } }),
    (response) => json(response, { jsonrpc: "2.0", id: 99_999, result: { content: [] } }),
    (response) => response.writeHead(500).end("broken"),
    (response) => json(response, []),
  ]
  for (const say of answers) {
    peer.on.set("tools/call", (response, { rpc }) => say(response, rpc.id))
    await assert.rejects(server.callTool("echo", { text: "" }), (error) => error instanceof ToolServerFailure)
  }
})

test("an accepted call does not count as refused when the rest of its answer is refused", async (t) => {
  const peer = await toolPeer(t)
  const server = await toolServersFor([peer], { totalMs: 3_000 }).open({ url: peer.url, bearer: "x" }, never)
  peer.on.set("tools/call", (response) => {
    peer.mayUse = () => false
    response.writeHead(200, { "content-type": "text/event-stream" }).end("id: 1\nretry: 10\ndata:\n\n")
  })
  await assert.rejects(server.callTool("echo", {}), failsFor("silent"))
  assert.equal(peer.asked.at(-1)?.headers["last-event-id"], "1")
})
