import assert from "node:assert/strict"
import { request } from "node:http"
import { test } from "node:test"
import { createDoc, schemaNumber, trashDoc } from "#domains/docs/index.ts"
import { until } from "#test/support/basics/until.ts"
import { makeDoc } from "#test/support/docs/writers.ts"
import { frames, openRaw, type RawSocket, refusalOf } from "#test/support/http/raw-socket.ts"
import { type DocsWorld, docsWorld } from "#test/support/worlds/docs-world.ts"
import { insertMember, joinElsewhere } from "#test/support/worlds/world.ts"

test("403 for a page of another site, for a request without an origin, and for a program", async (t) => {
  const world = await docsWorld(t)
  const { url, headers } = await world.enter("member")
  const { origin: _, ...withoutOrigin } = headers

  assert.equal(await refusalOf({ url, headers: { ...headers, origin: "https://evil.example" } }), 403)
  assert.equal(await refusalOf({ url, headers: { ...headers, origin: "null" } }), 403)
  assert.equal(await refusalOf({ url, headers: { ...headers, origin: `${headers.origin}.evil.example` } }), 403)
  assert.equal(await refusalOf({ url, headers: withoutOrigin }), 403)
  assert.equal(await refusalOf({ url, headers: { ...headers, "sec-fetch-site": "cross-site" } }), 403)
  assert.equal(await refusalOf({ url, headers: { ...headers, authorization: "Bearer x" } }), 403)
  assert.deepEqual(world.server.docsSockets.count(), { sockets: 0, docs: 0, ended: new Map() })
})

test("404 on another host, if the addresses have several", async (t) => {
  const settings = { SVC_BASE_URL: "http://base.localhost:3000", SVC_SHORT_URL: "http://short.localhost:3000" }
  const world = await docsWorld(t, { settings })
  const { url, headers } = await world.enter("member")

  assert.equal(await refusalOf({ url, headers: { ...headers, host: "short.localhost:3000" } }), 404)
  const { ws } = await openRaw({ url, headers: { ...headers, host: "base.localhost:3000" } })
  ws.terminate()
})

test("429 above a network's rate of sockets", async (t) => {
  const world = await docsWorld(t, { settings: { SVC_RATE_CONSOLE: "2" } })
  const asked = await world.enter("member")
  for (let socket = 0; socket < 2; socket++) (await openRaw(asked)).ws.terminate()
  assert.equal(await refusalOf(asked), 429)
})

test("503 once the process stops", async (t) => {
  const world = await docsWorld(t)
  const asked = await world.enter("member")
  const { closed } = await openRaw(asked)
  await world.server.docsSockets.close()
  assert.equal(await closed, 1012)
  assert.equal(await refusalOf(asked), 503)
})

test("400 for an invalid handshake", async (t) => {
  const world = await docsWorld(t)
  const { url, headers } = await world.enter("member")
  const asked = { ...headers, connection: "upgrade", upgrade: "websocket", "sec-websocket-version": "13" }
  assert.equal(await ask(url, { ...asked, "sec-websocket-key": "short" }), 400)
})

test("other upgrades are ignored, and the plain request is answered", async (t) => {
  const world = await docsWorld(t)
  const health = world.url.replace("/console/docs-socket", "/api/health")
  assert.equal(await ask(health, { connection: "upgrade, http2-settings", upgrade: "h2c", "http2-settings": "x" }), 200)
  assert.equal(await ask(health, { connection: "upgrade", upgrade: "websocket" }), 200)
  assert.equal(await ask(world.url, {}), 404)
})

test("a person without a valid session gets the close code for a sign-in", async (t) => {
  const world = await docsWorld(t)
  const asked = await world.enter("member")
  const { cookie: _, ...signedOut } = asked.headers
  assert.equal(await (await openRaw({ ...asked, headers: signedOut })).closed, 4401)

  const { ws, closed, send } = await openRaw(asked)
  await world.app.database.transaction((db) => db.deleteFrom("sessions").execute())
  send(frames.open(world.docId))
  assert.equal(await closed, 4401, "a session that ended after the socket opened opens no doc")
  assert.equal(await (await openRaw(asked)).closed, 4401)
  ws.terminate()
})

test("a person who is not a member reads nothing, and another workspace's doc does not exist", async (t) => {
  const world = await docsWorld(t)
  const stranger = await world.open("stranger", false)
  await until(async () => stranger.closes.length > 0)
  assert.deepEqual([stranger.refusals, stranger.closes, stranger.text()], [["4403"], [4403], []])

  const asked = await world.enter("member")
  const elsewhere = await makeDocElsewhere(world)
  await joinElsewhere(world.app, world.callers.member)
  for (const docId of ["doc_unknown", elsewhere]) {
    const { send, closed } = await openRaw(asked)
    send(frames.open(docId))
    assert.equal(await closed, 4404)
  }
})

test("a doc in the trash is not found, and other docs of the same socket stay open", async (t) => {
  const world = await docsWorld(t)
  const trashed = await makeDoc(world)
  await world.act("member", trashDoc, { id: trashed })
  const { send, received, ws } = await openRaw(await world.enter("member"))

  send(frames.open(world.docId))
  send(frames.ask(world.docId))
  await until(async () => received.length >= 3)
  send(frames.open(trashed))
  await until(async () => received.some((message) => message.includes(trashed) && message.includes("4404")))

  const before = received.length
  send(frames.ask(world.docId))
  await until(async () => received.length > before)
  ws.terminate()
})

test("an editor with an older schema gets the close code to reload", async (t) => {
  const world = await docsWorld(t)
  for (const token of [{ schema: 0 }, {}, { schema: "1" }]) {
    const { send, closed } = await openRaw(await world.enter("member"))
    send(frames.open(world.docId, token))
    assert.equal(await closed, 4409)
  }
})

test("a page loaded for another account is refused: it would write in the wrong account's name", async (t) => {
  const world = await docsWorld(t)
  const { send, closed } = await openRaw(await world.enter("member"))
  send(frames.open(world.docId, { schema: schemaNumber, account: "account_other" }))
  assert.equal(await closed, 4401)
})

test("a viewer reads, and a viewer's updates are not stored, shown or acknowledged", async (t) => {
  const world = await docsWorld(t)
  const [viewer, ada] = [await world.open("viewer"), await world.open("member")]
  ada.type("read me")
  await viewer.shows("", "read me")

  viewer.type("graffiti")
  ada.type("again")
  await until(async () => viewer.text().includes("again"))
  await ada.saved()

  assert.deepEqual(ada.text(), ["", "read me", "again"])
  assert.equal(viewer.provider.hasUnsyncedChanges, true)
  const later = await world.open("owner")
  await later.shows("", "read me", "again")
})

test("the twenty-first socket of an account is refused, and another's is not", async (t) => {
  const world = await docsWorld(t)
  const asked = await world.enter("member")
  const open = await Promise.all(Array.from({ length: 20 }, () => openRaw(asked)))
  assert.equal(await (await openRaw(asked)).closed, 4420)
  const other = await openRaw(await world.enter("admin"))
  other.send(frames.open(world.docId))
  await until(async () => other.received.length > 0)
  for (const { ws } of [...open, other]) ws.terminate()
  await until(async () => world.server.docsSockets.count().sockets === 0)
})

test("the hundred and first socket in a doc is refused, and the other hundred stay", async (t) => {
  const world = await docsWorld(t)
  const sockets: RawSocket[] = []
  for (let account = 0; account < 6; account++) {
    const caller = await insertMember(world.app, { ...world, slug: `studio${account}` }, "member")
    const asked = await world.enter(caller)
    for (let socket = 0; socket < 20 && sockets.length < 101; socket++) sockets.push(await openRaw(asked))
  }
  for (const { send } of sockets.slice(0, 100)) send(frames.open(world.docId))
  await until(async () => sockets.slice(0, 100).every(({ received }) => received.length > 0))
  sockets.at(-1)?.send(frames.open(world.docId))
  assert.equal(await sockets.at(-1)?.closed, 4423)
  assert.equal(world.server.docsSockets.count().sockets, 100)
  for (const { ws } of sockets) ws.terminate()
})

/** A doc in the stranger's workspace. */
async function makeDocElsewhere(world: DocsWorld): Promise<string> {
  return (await world.act("stranger", createDoc, { title: "Secret" })).id
}

/** The status of a plain request with these headers. */
function ask(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url.replace("ws:", "http:"), { headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on("error", reject).end()
  })
}
