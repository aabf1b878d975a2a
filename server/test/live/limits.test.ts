import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { test } from "node:test"
import { toStream } from "#engines/live/stream.ts"
import type { Answered } from "#kernel/log.ts"
import { until } from "#test/support/basics/until.ts"
import { openStream } from "#test/support/http/event-stream.ts"
import { workspaceIdOf } from "#test/support/workspace/workspace-id.ts"
import { liveWorld } from "#test/support/worlds/live-world.ts"
import { silentLog } from "#test/support/worlds/world.ts"

test("200 for twenty streams of a person; one more ends the oldest, which gets a longer retry time", async (t) => {
  const { enter, follow } = await liveWorld(t)
  const [ada, bo] = [await enter("member@studio.example"), await enter("viewer@studio.example")]
  const other = await follow(bo)
  const streams = []
  for (let n = 0; n < 21; n += 1) streams.push(await follow(ada))
  const [oldest, ...rest] = streams
  await oldest?.ended
  assert.match(String(oldest?.text()), /(?:^|\n\n)retry: 30000\n\n$/) // it may be the first message
  const last = await follow(ada, { after: 0 })
  await rest[0]?.ended
  for (const stream of [...rest.slice(1), last, other]) assert.ok(!stream.text().includes("retry:"))
})

test("503 with Retry-After above half of the connections, and 200 once there is room", async (t) => {
  const { ask, enter, follow } = await liveWorld(t, { settings: { SVC_MAX_CONNECTIONS: "6" } })
  const browser = await enter("member@studio.example")
  const streams = [await follow(browser), await follow(browser), await follow(browser)]
  const live = () => ask("GET", "/console/live?workspace=studio", { headers: browser.headers() })
  const refused = await live()
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers["retry-after"]) > 0)
  assert.match(refused.body.error.hint, /Try again in a minute/)

  streams[0]?.close()
  await until(async () => (await follow(browser)).status === 200)
})

test("200 stays open when no change comes for longer than the limit of unread answers", async (t) => {
  const { server, change, enter, follow } = await liveWorld(t, { settings: { SVC_UNREAD_SECONDS: "1" } })
  const silent = once(server.server, "timeout")
  const stream = await follow(await enter("member@studio.example"))
  await stream.next()
  await silent
  await change("links")
  assert.equal((await stream.next()).id, 1)
})

test("200 is cut for a reader that leaves 64 kB unread", async (t) => {
  const server = createServer().listen(0, "127.0.0.1")
  t.after(() => server.close())
  await once(server, "listening")
  const asked = once(server, "request")
  const { port } = server.address() as AddressInfo
  const opening = openStream(`http://127.0.0.1:${port}/`, {})
  const [, response] = (await asked) as [unknown, ServerResponse]
  response.writeHead(200).flushHeaders()
  const reader = await opening
  const watcher = { accountId: "account", sessionId: "session", workspaceId: workspaceIdOf("workspace") }
  const stream = toStream(response, watcher, 0)

  const text = `:${"x".repeat(10_000)}\n\n`
  for (let n = 0; n < 100; n += 1) {
    stream.write(text)
    await until(async () => reader.text().length === (n + 1) * text.length)
  }
  assert.ok(!response.destroyed, "a megabyte that is read ends no stream")

  reader.pause()
  while (!response.destroyed) stream.write(text)
  assert.ok(response.writableLength < 100_000)
  stream.write("nothing more")
  stream.end("nor this")
})

test("200 ends with the process and a retry time of one second; new streams are refused", async (t) => {
  const { enter, follow, server, url } = await liveWorld(t)
  const browser = await enter("member@studio.example")
  const stream = await follow(browser)
  await stream.next()
  await server.close()
  await stream.ended
  assert.ok(stream.text().endsWith("\n\nretry: 1000\n\n"))
  await assert.rejects(openStream(`${url}/console/live?workspace=studio`, browser.headers()))
})

test("200 logs one line when the stream ends, by the browser or by the service", async (t) => {
  const lines: Answered[] = []
  const answered = (line: Answered) => void lines.push(line)
  const { app, enter, follow, server } = await liveWorld(t, { log: { ...silentLog, answered } })
  const browser = await enter("member@studio.example")
  const [left, ended] = [await follow(browser), await follow(browser)]
  lines.length = 0
  await left.next()
  left.close()
  await until(async () => lines.length === 1)
  await app.database.transaction((db) => db.deleteFrom("sessions").execute())
  await ended.next()
  await server.close()
  await until(async () => lines.length === 2)
  for (const { endpoint, method, status } of lines)
    assert.deepEqual({ endpoint, method, status }, { endpoint: "/console/live", method: "GET", status: 200 })
})
