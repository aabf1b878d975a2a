import assert from "node:assert/strict"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { type TestContext, test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { request } from "#test/support/http/raw-http.ts"
import { type HttpOptions, httpWorld, listen } from "#test/support/worlds/http-world.ts"

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const lastly = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
const slug = "/api/onboard/check-slug?slug=fresh"

async function listening(t: TestContext, options: HttpOptions) {
  const http = await httpWorld(t, options)
  const { port } = await listen(http)
  const countConnections = () =>
    new Promise<number>((resolve) => http.server.server.getConnections((_error, count) => resolve(count)))
  const open = async (): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1").on("error", () => {})
    t.after(() => socket.destroy())
    await once(socket, "connect")
    return socket
  }
  return { http, port, countConnections, open }
}

test("503 with a reason for an excess connection, and 200 once there is room", async (t) => {
  const { port, open, countConnections } = await listening(t, { settings: { SVC_MAX_CONNECTIONS: "3" } })
  const idle = await Promise.all([open(), open(), open()])
  await until(async () => (await countConnections()) === 3)
  await Promise.all(Array.from({ length: 20 }, open)) // and more silent ones

  const refused = await request(port, get(slug))
  assert.equal(refused.status, 503)
  assert.equal(JSON.parse(refused.text).error.message, "Too many connections.")
  assert.ok(Number(refused.headers["retry-after"]) > 0)
  assert.equal(refused.headers.connection, "close")

  idle[0]?.destroy()
  await until(async () => (await countConnections()) === 2)
  assert.equal((await request(port, lastly(slug))).status, 200)
})

test("a client that does not read its responses is disconnected, a waiting one is not", async (t) => {
  const found = Promise.withResolvers<string[]>()
  const slowDns = { txt: () => found.promise, cname: async () => [], addresses: async () => [] }
  const { open, countConnections } = await listening(t, {
    settings: { SVC_UNREAD_SECONDS: "1", SVC_RATE_READS: "10000" },
    change: (app) => ({ ...app, dns: slowDns }),
  })
  const waits = await open()
  const body = '{"domain":"shop.example.com"}'
  const headers = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  waits.write(`POST /api/onboard/check-domain HTTP/1.1\r\n${headers}Connection: close\r\n\r\n${body}`)
  const answer = once(waits, "data")

  const unread = await open()
  unread.pause()
  unread.write(get("/openapi.json").repeat(120)) // more than the system's buffers can store
  await until(async () => (await countConnections()) === 1)
  found.resolve([])
  assert.match(String(await answer), /^HTTP\/1.1 200/)
})

test("a client that sends requests without reading is disconnected, and few of them are processed", async (t) => {
  let answered = 0
  const log = {
    info() {},
    warn() {},
    error() {},
    answered() {
      answered += 1
    },
  }
  const { port, open, countConnections } = await listening(t, { log, settings: { SVC_RATE_READS: "10000" } })
  const greedy = await open()
  greedy.write(get(slug).repeat(2_000))
  await until(async () => (await countConnections()) === 0)
  assert.ok(answered <= 130, `${answered} were worked on`)

  const patient = await open()
  let read = ""
  patient.on("data", (text) => {
    read += text
  })
  for (let round = 0; round < 5; round += 1) {
    patient.write(get(slug).repeat(100))
    await until(async () => read.split("HTTP/1.1 200").length - 1 === (round + 1) * 100)
  }
  assert.equal((await request(port, lastly(slug))).status, 200)
})
