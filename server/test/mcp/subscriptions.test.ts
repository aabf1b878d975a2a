import assert from "node:assert/strict"
import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { type TestContext, test } from "node:test"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { perform } from "#access/perform.ts"
import { revokeConnection } from "#domains/connections/index.ts"
import type { Answered } from "#kernel/log.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { listeningWorld } from "#test/support/agents/agent.ts"
import { newEraRequest } from "#test/support/agents/new-era.ts"
import { until } from "#test/support/basics/until.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type EventStream, openStream } from "#test/support/http/event-stream.ts"
import { type HttpOptions, listen } from "#test/support/worlds/http-world.ts"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"
import { silentLog } from "#test/support/worlds/world.ts"

interface From {
  id?: string | number
  token?: string
  network?: string
  notifications?: unknown
}

/** A listening tool server, and clients that open streams of it. */
async function listenWorld(t: TestContext, options: HttpOptions = {}) {
  const world = await mcpWorld(t, options)
  const { url } = await listen(world)
  const follow = async ({ id = 1, token, network, notifications = {} }: From = {}): Promise<EventStream> => {
    const { headers, body } = newEraRequest("subscriptions/listen", { notifications }, { id })
    const sent = {
      ...{ ...headers, host: "localhost:3000" },
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(network !== undefined && { "x-forwarded-for": network }),
    }
    const stream = await openStream(`${url}/mcp`, sent, { body })
    t.after(stream.close)
    return stream
  }
  const responseOfNext = async (): Promise<ServerResponse> => (await once(world.server.server, "request"))[1]
  return { ...world, follow, responseOfNext }
}

async function refusalOf(stream: EventStream) {
  await stream.ended
  return { status: stream.status, retryAfter: stream.headers["retry-after"], ...JSON.parse(stream.text()) }
}

const subscriptionId = "io.modelcontextprotocol/subscriptionId"

const acknowledged = (id: string | number) => ({
  jsonrpc: "2.0",
  method: "notifications/subscriptions/acknowledged",
  params: { _meta: { [subscriptionId]: id }, notifications: {} },
})

const finished = (id: string | number) => ({
  jsonrpc: "2.0",
  id,
  result: {
    resultType: "complete",
    _meta: {
      [subscriptionId]: id,
      "io.modelcontextprotocol/serverInfo": { name: "atelier", title: "Atelier", version: "1.0.0" },
    },
  },
})

const messagesOf = ({ events }: EventStream) => events.map(({ data }) => data)

test("200 acknowledges no kind of change, and then keeps the stream alive with comments only", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] })
  const { follow, server } = await listenWorld(t)
  const asked = { toolsListChanged: true, resourceSubscriptions: ["atelier://guides/links"], later: 1 }
  const stream = await follow({ id: "a", notifications: asked })
  assert.equal(stream.status, 200)
  const { headers } = stream
  assert.deepEqual(
    ["content-type", "cache-control", "x-accel-buffering", "x-content-type-options"].map((name) => headers[name]),
    ["text/event-stream; charset=utf-8", "no-store, no-transform", "no", "nosniff"],
  )
  assert.match(String(headers["x-request-id"]), /^[\w.-]{8,64}$/)
  assert.ok(Number(headers["ratelimit-remaining"]) > 0)
  assert.deepEqual((await stream.next()).data, acknowledged("a"))
  for (let beat = 1; beat <= 3; beat += 1) {
    t.mock.timers.tick(15_000)
    await until(async () => stream.text().split(": alive\n\n").length === beat + 1)
  }
  await server.close()
  await stream.ended
  assert.deepEqual(messagesOf(stream), [acknowledged("a"), finished("a")])
})

test("-32602 without a filter, and no stream begins", async (t) => {
  const { follow } = await listenWorld(t)
  const wrong = [null, "tools", [], { toolsListChanged: "yes" }, { resourceSubscriptions: [1] }]
  for (const notifications of wrong) {
    const stream = await follow({ notifications })
    const { error, id } = await refusalOf(stream)
    assert.deepEqual([error.code, id], [-32602, 1], JSON.stringify(notifications))
    assert.match(error.message, /Send an object, such as/)
  }
})

test("the official client listens, and its end and the service's are each noticed by the other", async (t) => {
  const { base, server } = await listeningWorld(t)
  const responses: ServerResponse[] = []
  server.server.on("request", (_request, response) => responses.push(response))
  const client = new Client({ name: "a test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`)))
  t.after(() => client.close())

  const first = await client.listen({ toolsListChanged: true, resourcesListChanged: true })
  assert.deepEqual(first.honoredFilter, {})
  const ofFirst = responses.at(-1)
  await first.close()
  await until(async () => ofFirst?.destroyed === true)
  const second = await client.listen({})
  assert.equal((await client.listTools()).tools.length, tools.length, "calls are answered beside the stream")
  await server.close()
  assert.equal(await second.closed, "graceful")
})

onBothDatabases("a stream ends with its connection, at once, and those of others stay", async (t, kind) => {
  const { follow, connect, callers, app } = await listenWorld(t, { kind })
  const [ended, kept] = [await connect(callers.member), await connect(callers.member)]
  const stream = await follow({ id: "ended", token: ended.accessToken })
  const others = [await follow({ token: kept.accessToken }), await follow({})]
  await perform({ app, caller: callers.member }, revokeConnection, { id: ended.grantId })
  await stream.ended
  assert.deepEqual(messagesOf(stream), [acknowledged("ended"), finished("ended")])
  const late = await follow({ token: ended.accessToken })
  await late.ended
  assert.equal(late.status, 401)
  for (const other of others) assert.deepEqual(messagesOf(other), [acknowledged(1)])
})

test("a stream ends with its access token, and one whose end was not announced with the next comment", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] })
  const { follow, connect, callers, app, clock } = await listenWorld(t)
  const { accessToken, grantId } = await connect(callers.member)
  const first = await follow({ token: accessToken })
  await app.database.transaction((db) =>
    db.updateTable("grants").set({ revoked_at: clock.now() }).where("id", "=", grantId).execute(),
  )
  t.mock.timers.tick(15_000)
  await first.ended

  const second = await follow({ token: (await connect(callers.member)).accessToken })
  t.mock.timers.tick(15_000)
  await until(async () => second.text().includes(": alive"))
  clock.advance(3_600_001)
  t.mock.timers.tick(15_000)
  await second.ended
  for (const stream of [first, second]) assert.deepEqual(messagesOf(stream), [acknowledged(1), finished(1)])
})

test("a stream whose reader has not read the last line is cut at the next one", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] })
  const lines: Answered[] = []
  const { follow, responseOfNext } = await listenWorld(t, {
    log: { ...silentLog, answered: (line) => void lines.push(line) },
  })
  const opening = responseOfNext()
  const stream = await follow()
  stream.pause()
  const response = await opening
  response.write(Buffer.alloc(32 * 1024 * 1024)) // more than the system's buffers hold
  t.mock.timers.tick(15_000)
  await once(response, "close")
  assert.deepEqual(
    lines.map(({ endpoint, status }) => [endpoint, status]),
    [["mcp", 200]],
  )
})

test("429 for one stream too many of a network without tokens, 503 of all such, and connections still get one", async (t) => {
  const { follow, connect, callers } = await listenWorld(t, {
    settings: { SVC_MAX_CONNECTIONS: "128", SVC_TRUSTED_PROXIES: "127.0.0.1" }, // 16 streams
  })
  const networks = ["192.0.2.1", "198.51.100.2", "2001:db8::3"]
  const streams: EventStream[] = []
  for (const network of networks) {
    for (let opened = 0; opened < 4; opened += 1) streams.push(await follow({ network }))
  }
  assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]))
  const full = await refusalOf(await follow({ network: "203.0.113.4" }))
  assert.deepEqual([full.status, full.retryAfter, full.error.code], [503, "60", -32603])
  const { accessToken } = await connect(callers.member)
  for (let opened = 0; opened < 4; opened += 1) {
    assert.equal((await follow({ token: accessToken, network: "192.0.2.1" })).status, 200)
  }
  assert.equal((await follow({ token: accessToken })).status, 503, "the process has no more")

  streams[0]?.close()
  await until(async () => (await follow({ network: "198.51.100.2" })).status === 429)
  const tooMany = await refusalOf(await follow({ network: "198.51.100.2" }))
  assert.deepEqual([tooMany.status, tooMany.retryAfter, tooMany.error.code], [429, "60", -32600])
  assert.match(tooMany.error.message, /^Too many open streams of this network\. Close one, or try again after/)
  assert.equal((await follow({ network: "192.0.2.1" })).status, 200)
})

test("429 for one stream too many of a connection, or of its account", async (t) => {
  const { follow, connect, callers } = await listenWorld(t)
  const tokens = []
  for (let made = 0; made < 4; made += 1) tokens.push((await connect(callers.member)).accessToken)
  const last = tokens.pop()
  for (const token of tokens) {
    for (let opened = 0; opened < 20; opened += 1) assert.equal((await follow({ token })).status, 200)
    const refused = await refusalOf(await follow({ token }))
    assert.deepEqual([refused.status, refused.error.code], [429, -32600])
  }
  assert.equal((await follow({ token: last ?? "" })).status, 429, "the account has sixty")
  assert.equal((await follow({ token: (await connect(callers.owner)).accessToken })).status, 200)
})

test("200 for 300 streams without a token from one network", async (t) => {
  const { follow } = await listenWorld(t)
  const streams = await Promise.all(Array.from({ length: 300 }, () => follow()))
  assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]))
})
