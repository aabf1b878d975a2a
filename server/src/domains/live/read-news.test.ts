import assert from "node:assert/strict"
import { setTimeout as sleep } from "node:timers/promises"
import { noteChange } from "#changes/note-change.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { insertWorkspace, type World, world } from "#test/support/worlds/world.ts"
import { readNews } from "./index.ts"

const soon = () => sleep(Math.random() * 8)

/** Follows a workspace: asks again and again for changes after the last number. Returns the refs. */
async function follow({ cx }: World, workspaceId: WorkspaceId, isOver: () => boolean): Promise<string[]> {
  const heard: string[] = []
  let seq = 0
  for (let wasOver = false; !wasOver; ) {
    wasOver = isOver()
    const news = await readNews(cx, workspaceId, seq)
    if (news) {
      assert.equal(news.event, "changes")
      assert.ok(news.seq > seq)
      seq = news.seq
      if (news.event === "changes") heard.push(...news.changes.map(({ ref }) => String(ref)))
    }
    await soon()
  }
  return heard
}

onBothDatabases("a follower gets each change exactly once, in any order of commits", async (t, kind) => {
  const its = await world(t, kind)
  const { app, cx, workspaceId } = its
  const other = await insertWorkspace(app, "third", "Third")
  const changes = Array.from({ length: 200 }, (_, n) => n).values()
  let isOver = false
  const followers = Array.from({ length: 4 }, () => follow(its, workspaceId, () => isOver))
  const kept: string[] = []
  const undone = new Error("undone")
  const write = async () => {
    for (const n of changes) {
      await soon()
      const isUndone = n % 10 === 7
      const work = cx.atomically(async (inner) => {
        noteChange(inner, { workspaceId, kind: "links", ref: `ref_${n}` })
        if (n % 3 === 0) noteChange(inner, { workspaceId: other, kind: "docs" }) // clocks are locked in one order
        if (kind === "postgres") await soon() // other transactions begin, write and commit meanwhile
        if (isUndone) throw undone
      })
      if (isUndone) await assert.rejects(work, undone)
      else {
        await work
        kept.push(`ref_${n}`)
      }
    }
  }
  // All 200 at once would wait for one clock, on a slow machine longer than a statement may take.
  await Promise.all(Array.from({ length: 16 }, write))
  isOver = true
  assert.equal(kept.length, 180)
  for (const heard of await Promise.all(followers)) assert.deepEqual(heard.sort(), [...kept].sort())
  const seqs = await app.database.read
    .selectFrom("changes")
    .select("seq")
    .where("workspace_id", "=", workspaceId)
    .orderBy("seq")
    .execute()
  assert.deepEqual(
    seqs.map(({ seq }) => Number(seq)),
    kept.map((_, n) => n + 1),
    "there is no gap",
  )
})

onBothDatabases(
  "a transaction that begins first and commits last is delivered last, and not skipped",
  async (t, kind) => {
    if (kind === "sqlite") return // SQLite runs transactions one by one
    const { cx, workspaceId } = await world(t, kind)
    const [slowBegan, fastEnded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = cx.atomically(async (inner) => {
      noteChange(inner, { workspaceId, kind: "links", ref: "slow" })
      await inner.db.selectFrom("workspaces").select("id").execute()
      slowBegan.resolve()
      await fastEnded.promise
    })
    await slowBegan.promise
    await cx.atomically(async (inner) => noteChange(inner, { workspaceId, kind: "links", ref: "fast" }))
    const first = await readNews(cx, workspaceId, 0)
    assert.deepEqual(first, { event: "changes", seq: 1, changes: [{ kind: "links", ref: "fast" }] })
    fastEnded.resolve()
    await slow
    assert.deepEqual(await readNews(cx, workspaceId, 1), {
      event: "changes",
      seq: 2,
      changes: [{ kind: "links", ref: "slow" }],
    })
  },
)

onBothDatabases("a follower that missed too much, or is ahead of the database, gets a reset", async (t, kind) => {
  const { app, cx, workspaceId } = await world(t, kind)
  const reset = (seq: number) => ({ event: "reset", seq })
  assert.deepEqual(await readNews(cx, workspaceId, undefined), { event: "hello", seq: 0 })
  assert.equal(await readNews(cx, workspaceId, 0), undefined)
  assert.deepEqual(await readNews(cx, workspaceId, 5), reset(0))
  await cx.atomically(async (inner) => {
    for (let n = 0; n < 201; n += 1) noteChange(inner, { workspaceId, kind: "links", ref: `ref_${n}` })
  })
  assert.deepEqual(await readNews(cx, workspaceId, 0), reset(201), "too many things")
  const some = await readNews(cx, workspaceId, 1)
  assert.equal(some?.event === "changes" && some.changes.length, 200)
  await app.database.transaction((db) => db.updateTable("workspace_clocks").set({ seq: 10_202 }).execute())
  assert.deepEqual(await readNews(cx, workspaceId, 201), reset(10_202), "too many numbers")
  for (const after of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER])
    assert.deepEqual(await readNews(cx, workspaceId, after), reset(10_202))
})
