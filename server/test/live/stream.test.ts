import assert from "node:assert/strict"
import { test } from "node:test"
import { noteAccess } from "#changes/note-change.ts"
import type { WriteDb } from "#storage/database.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type LiveWorld, liveWorld } from "#test/support/worlds/live-world.ts"

const named = (...kinds: string[]) => kinds.map((kind) => ({ kind, ref: null }))

onBothDatabases("200 with the present number, then with the kinds of changes, each once", async (t, kind) => {
  const { change, enter, follow } = await liveWorld(t, { kind })
  const browser = await enter("viewer@studio.example")
  const stream = await follow(browser)
  assert.equal(stream.status, 200)
  assert.equal(stream.headers["content-type"], "text/event-stream; charset=utf-8")
  assert.equal(stream.headers["x-accel-buffering"], "no")
  assert.equal(stream.headers["cache-control"], "no-store, no-transform")
  assert.deepEqual(await stream.next(), { event: "hello", id: 0, data: {} })

  await change("links", "docs", "links")
  assert.deepEqual(await stream.next(), { event: "changes", id: 2, data: named("links", "docs") })
  await change("money")
  await change("links", "money")
  await change("docs")
  const together = { event: "changes", id: 6, data: named("links", "money", "docs") }
  assert.deepEqual(await (await follow(browser, { after: 2 })).next(), together)
  const kinds = new Set<string>()
  for (let upTo = 2; upTo < 6; ) {
    const { id, data } = await stream.next()
    upTo = Number(id)
    for (const { kind } of data) kinds.add(kind)
  }
  assert.deepEqual(kinds, new Set(["money", "links", "docs"]))
})

onBothDatabases("200 catches up from the last number, in the query or in Last-Event-ID", async (t, kind) => {
  const { change, enter, follow, app, workspaceId } = await liveWorld(t, { kind })
  const browser = await enter("member@studio.example")
  await change("links")
  await change("docs", "money")
  const missed = { event: "changes", id: 3, data: named("docs", "money") }
  assert.deepEqual(await (await follow(browser, { after: 1 })).next(), missed)
  const again = await follow(browser, { headers: { "last-event-id": "1" } })
  assert.deepEqual(await again.next(), missed)

  const knowsAll = await follow(browser, { after: 3 })
  await app.database.transaction((db) => db.deleteFrom("changes").where("seq", "=", 2).execute())
  for (const after of [0, 1, 4, 999, "nonsense", "-1"]) {
    const stream = await follow(browser, { after })
    assert.deepEqual(await stream.next(), { event: "reset", id: 3, data: {} }, `after ${after}`)
  }
  assert.deepEqual(await (await follow(browser, { after: 2 })).next(), { ...missed, data: named("money") })
  await change("drive")
  assert.deepEqual(await knowsAll.next(), { event: "changes", id: 4, data: named("drive") })
  assert.ok(!again.text().includes(workspaceId), "names only")
})

test("401 without a session, 403 for strangers and for other sites, 404 for HEAD", async (t) => {
  const { ask, enter } = await liveWorld(t)
  const live = "/console/live?workspace=studio"
  const [member, stranger] = [await enter("member@studio.example"), await enter("owner@elsewhere.example")]
  assert.equal((await ask("GET", live)).status, 401)
  assert.equal((await ask("GET", live, { headers: stranger.headers() })).status, 403)
  assert.equal((await ask("GET", "/console/live", { headers: member.headers() })).status, 403)
  const foreign = { ...member.headers(), "sec-fetch-site": "cross-site" }
  assert.equal((await ask("GET", live, { headers: foreign })).status, 403)
  assert.equal((await ask("HEAD", live, { headers: member.headers() })).status, 404)
})

const ends: Record<string, { by: (db: WriteDb, world: LiveWorld) => Promise<unknown>; reason: string }> = {
  "the session": { by: (db) => db.deleteFrom("sessions").execute(), reason: "signed_out" },
  "the membership": {
    by: (db) => db.deleteFrom("members").where("role", "=", "member").execute(),
    reason: "no_access",
  },
  "a suspended workspace": {
    by: (db, { workspaceId }) =>
      db.updateTable("workspaces").set({ suspended_at: 1 }).where("id", "=", workspaceId).execute(),
    reason: "no_access",
  },
  "a deleted workspace": {
    by: (db, { workspaceId }) =>
      db.updateTable("workspaces").set({ deleted_at: 1 }).where("id", "=", workspaceId).execute(),
    reason: "no_access",
  },
}

for (const [name, { by, reason }] of Object.entries(ends)) {
  onBothDatabases(`200 ends at once after ${name}, and says why`, async (t, kind) => {
    t.mock.timers.enable({ apis: ["setInterval"] }) // without the look of each 30 seconds
    const world = await liveWorld(t, { kind })
    const stream = await world.follow(await world.enter("member@studio.example"))
    await stream.next()
    const { accountId } = world.callers.member as { accountId: string }
    await world.cx.atomically(async (cx) => {
      await by(cx.db, world)
      noteAccess(cx, accountId)
    })
    assert.deepEqual(await stream.next(), { event: "end", id: undefined, data: { reason } })
    await stream.ended
  })
}
