import assert from "node:assert/strict"
import { test } from "node:test"
import { z } from "zod"
import { noteStatements } from "#test/support/databases/note-statements.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import type { Inside } from "../access/context.ts"
import { noteChange } from "./note-change.ts"
import { event, noteEvent, writeData } from "./note-event.ts"

const made = event("thing.made", z.object({ name: z.string() }), "A thing was made.")
const broken = event("thing.broken", z.object({ name: z.string() }), "A thing was broken.")

async function want({ app, workspaceId }: World, wanted: string | null) {
  const row = { workspace_id: workspaceId, seq: 0, wanted }
  await app.database.transaction((db) => db.insertInto("workspace_clocks").values(row).execute())
}

const eventsOf = ({ app }: World) =>
  app.database.read.selectFrom("events").selectAll().orderBy("seq").orderBy("nth").execute()

onBothDatabases(
  "events take the number of their transaction's last change, and wake after the commit",
  async (t, kind) => {
    const studio = await world(t, kind)
    const { cx, app, workspaceId } = studio
    await want(studio, "thing.broken thing.made")
    const heard: string[] = []
    t.after(app.bus.subscribe("events", (text) => heard.push(text)))
    await cx.atomically(async (cx) => {
      for (const name of ["one", "two"])
        noteEvent(cx, { workspaceId, type: made, subject: name, data: () => ({ name }) })
      for (const ref of ["a", "b"]) noteChange(cx, { workspaceId, kind: "links", ref })
      assert.deepEqual(heard, [])
    })
    assert.deepEqual(heard, [workspaceId])
    const rows = await eventsOf(studio)
    assert.deepEqual(
      rows.map(({ seq, nth, type, subject, data }) => [Number(seq), Number(nth), type, subject, data]),
      [
        [2, 0, "thing.made", "one", `{"name":"one"}`],
        [2, 1, "thing.made", "two", `{"name":"two"}`],
      ],
    )
    for (const { id, occurred_at } of rows) {
      assert.match(id, /^evt_\w{22}$/)
      assert.equal(Number(occurred_at), app.now())
    }
  },
)

onBothDatabases("a transaction that rolls back stores no event and wakes no listener", async (t, kind) => {
  const studio = await world(t, kind)
  const { cx, app, workspaceId } = studio
  await want(studio, "*")
  const heard: string[] = []
  t.after(app.bus.subscribe("events", (text) => heard.push(text)))
  const failed = cx.atomically(async (cx) => {
    noteEvent(cx, { workspaceId, type: made, subject: "x", data: () => ({ name: "x" }) })
    throw new Error("rolled back")
  })
  await assert.rejects(failed, /rolled back/)
  assert.deepEqual([await eventsOf(studio), heard], [[], []])
})

onBothDatabases(
  "an event that no endpoint wants costs no row and no statement, and its data is not read",
  async (t, kind) => {
    const studio = await world(t, kind)
    const { cx, app, workspaceId } = studio
    await want(studio, "thing.broken")
    const heard: string[] = []
    t.after(app.bus.subscribe("events", (text) => heard.push(text)))
    const run = (isNoted: boolean) => () =>
      cx.atomically(async (cx) => {
        noteChange(cx, { workspaceId, kind: "links" })
        const data = () => assert.fail("The data of an unwanted event was read.")
        if (isNoted) noteEvent(cx, { workspaceId, type: made, subject: "x", data })
      })
    const [without, with_] = [await noteStatements(t, run(false)), await noteStatements(t, run(true))]
    assert.deepEqual(with_.map(({ sql }) => sql), without.map(({ sql }) => sql)) // biome-ignore format: one thought
    assert.equal(without.length > 0, kind === "postgres")
    assert.deepEqual([await eventsOf(studio), heard], [[], []])
    await cx.atomically(async (cx) => {
      noteChange(cx, { workspaceId, kind: "links" })
      noteEvent(cx, { workspaceId, type: broken, subject: "x", data: () => ({ name: "x" }) })
    })
    assert.equal((await eventsOf(studio)).length, 1)
  },
)

test("data of more than 15 kB has its longest texts cut, and says so", () => {
  const data = { short: "stays", long: "é".repeat(20_000), list: Array.from({ length: 40 }, () => "x".repeat(600)) }
  const json = writeData(data)
  assert.ok(Buffer.byteLength(json) <= 15_000)
  const { short, long } = JSON.parse(json)
  assert.equal(short, "stays")
  assert.match(long, /^é+… \(cut\)$/)
})

test("texts of 4,000 characters are not cut while all of them fit into 15 kB", () => {
  const fits = { one: "x".repeat(4_000), other: "y".repeat(4_000) }
  assert.deepEqual(JSON.parse(writeData(fits)), fits)
  assert.equal(JSON.parse(writeData({ one: "x".repeat(4_001) })).one, `${"x".repeat(4_000)}… (cut)`)
  const four = Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, "x".repeat(4_000)]))
  assert.equal(JSON.parse(writeData(four)).a, `${"x".repeat(2_000)}… (cut)`)
  const exact = { text: "x".repeat(4_000), more: ["y".repeat(4_000), "z".repeat(4_000), "w".repeat(2_971)] }
  assert.equal(Buffer.byteLength(writeData(exact)), 15_000)
})

onBothDatabases("an event takes no number of its own from the clock, so open pages do not reset", async (t, kind) => {
  const studio = await world(t, kind)
  const { cx, app, workspaceId } = studio
  await want(studio, "*")
  const note = (subject: string) => (cx: Inside) =>
    noteEvent(cx, { workspaceId, type: made, subject, data: () => ({ name: subject }) })
  await cx.atomically(async (cx) => {
    noteChange(cx, { workspaceId, kind: "links" })
    for (const subject of ["a", "b", "c"]) note(subject)(cx)
  })
  await cx.atomically(async (cx) => note("d")(cx))
  const changes = await app.database.read.selectFrom("changes").select(["seq", "kind"]).orderBy("seq").execute()
  assert.deepEqual(changes.map(({ seq, kind }) => [Number(seq), kind]), [[1, "links"], [2, "webhooks"]]) // biome-ignore format: one thought
  const clock = await app.database.read.selectFrom("workspace_clocks").select("seq").executeTakeFirstOrThrow()
  assert.equal(Number(clock.seq), 2)
})
