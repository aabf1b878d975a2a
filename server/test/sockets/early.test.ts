import assert from "node:assert/strict"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { test } from "node:test"
import { Client } from "pg"
import { type WebSocket, WebSocketServer } from "ws"
import * as Y from "yjs"
import { DocSocket } from "#engines/sync/sockets/doc-socket.ts"
import type { PersonInBrowser } from "#engines/sync/sockets/person.ts"
import { openRegistry } from "#engines/sync/sockets/registry.ts"
import type { Seat } from "#engines/sync/sockets/seat.ts"
import { until } from "#test/support/basics/until.ts"
import { atEnd, migratedDatabaseUrl, onPostgres } from "#test/support/databases/test-databases.ts"
import { sharedText } from "#test/support/docs/shared-lines.ts"
import { frame, frames, openRaw, part, type RawSocket } from "#test/support/http/raw-socket.ts"
import { docsWorld } from "#test/support/worlds/docs-world.ts"

/** The updates of a person who typed offline, letter by letter. */
function typedOffline(letters: number) {
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  doc.on("update", (update: Uint8Array) => updates.push(update))
  const text = sharedText(doc)
  for (let at = 0; at < letters; at += 1) text.insert(at, "x")
  return { updates, whole: Y.encodeStateAsUpdate(doc) }
}

const answer = (docId: string, update: Uint8Array) => frame(docId, [0, 1], part(update))
const receipts = ({ received }: RawSocket, docId: string) =>
  received.filter((bytes) => bytes.equals(frame(docId, [8, 1]))).length

test("early messages are stored once, with the answer, and each gets a receipt", async (t) => {
  const world = await docsWorld(t)
  const { updates, whole } = typedOffline(3_000)
  const socket = await openRaw(await world.enter("member"))
  atEnd(t, () => socket.ws.terminate())
  socket.send(frames.open(world.docId))
  socket.send(frames.ask(world.docId))
  for (const update of updates) socket.send(frames.write(world.docId, update))
  await until(async () => socket.received.length >= 3) // access, the missing updates, and the service's question
  socket.send(answer(world.docId, whole))
  await until(async () => receipts(socket, world.docId) >= updates.length + 1)
  const rows = await world.app.database.read.selectFrom("doc_updates").select("seq").execute()
  assert.equal(rows.length, 1)
  assert.equal(receipts(socket, world.docId), updates.length + 1)
  const other = await world.open("admin")
  await until(async () => other.text().includes("x".repeat(3_000)))
})

test("an account may send four megabytes before an answer; above it, the client reconnects and loses nothing", async (t) => {
  const world = await docsWorld(t)
  const asked = await world.enter("member")
  const flood = async (megabytes: number) => {
    const socket = await openRaw(asked)
    atEnd(t, () => socket.ws.terminate())
    socket.send(frames.open(world.docId))
    for (let at = 0; at < megabytes * 10; at += 1) socket.send(frames.write(world.docId, Buffer.alloc(100_000)))
    return socket
  }
  const first = await flood(2)
  const second = await flood(3)
  assert.equal(await second.closed, 1012)
  assert.equal(first.ws.readyState, first.ws.OPEN, "the other socket stays")
  const neighbor = await openRaw(await world.enter("admin"))
  atEnd(t, () => neighbor.ws.terminate())
  neighbor.send(frames.open(world.docId))
  for (let at = 0; at < 30; at += 1) neighbor.send(frames.write(world.docId, Buffer.alloc(100_000)))
  neighbor.send(frames.ask(world.docId))
  await until(async () => neighbor.received.length >= 3)
  neighbor.send(answer(world.docId, typedOffline(5).whole))
  await until(async () => receipts(neighbor, world.docId) >= 31)
})

test("messages from before the access check are held, and all are read once the person is a member", async (t) => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" })
  atEnd(t, () => server.close())
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const [[ws], client] = await Promise.all([
    once(server, "connection") as Promise<[WebSocket]>,
    openRaw({ url: `ws://127.0.0.1:${port}`, headers: {} }),
  ])
  atEnd(t, () => client.ws.terminate())
  const heard: Uint8Array[] = []
  const caller = { accountId: "mallory" } as PersonInBrowser
  const socket = new DocSocket({ ws, caller, registry: openRegistry(), now: Date.now, onEnd: () => {} })
  const library = { handleMessage: (bytes: Uint8Array) => heard.push(bytes), handleClose: () => {} }
  socket.begin(library as unknown as Parameters<DocSocket["begin"]>[0])

  const asks = (docId: string) =>
    frame(docId, [0, 0], part(Buffer.concat([Buffer.from([0xa8, 0xc3, 1]), Buffer.alloc(50_000, 1)])))
  const ask = asks("doc_a")
  for (let at = 0; at < 5; at += 1) client.send(asks("doc_not_asked_for"))
  client.send(frames.open("doc_a"))
  for (let at = 0; at < 50; at += 1) client.send(ask)
  await until(async () => (socket.seats.get("doc_a")?.heldBytes ?? 0) > 0)
  const seat = socket.seats.get("doc_a") as Seat
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(socket.seats.get("doc_not_asked_for")?.heldBytes, 0)
  assert.ok(ws.isPaused)
  assert.ok(seat.heldBytes < 200_000, `${seat.heldBytes} of ${50 * ask.length}`)
  assert.equal(heard.length, 1)

  seat.member = {} as Seat["member"]
  socket.takeIn(seat)
  await until(async () => heard.length === 51)
  assert.equal(seat.heldBytes, 0)
  client.ws.close()
})

onPostgres("a doc that does not open within half a minute ends its socket with a code to retry", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] }) // the test makes the server look at its sockets
  const databaseUrl = await migratedDatabaseUrl(t, "postgres")
  const world = await docsWorld(t, { databaseUrl })
  const other = new Client(databaseUrl)
  await other.connect()
  atEnd(t, () => other.end())
  await other.query("begin; lock table doc_states in access exclusive mode")
  const socket = await openRaw(await world.enter("member"))
  socket.send(frames.open(world.docId))
  const waiting =
    "select query_start from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await until(async () => (await other.query(waiting)).rows.length > 0)
  const { rows } = await other.query(waiting)
  world.clock.advance(31_000)
  t.mock.timers.tick(5_000)
  assert.equal(await socket.closed, 1011)
  assert.deepEqual((await other.query(waiting)).rows, rows, "the database's own time limit did not end it")
  await other.query("rollback")
})
