import assert from "node:assert/strict"
import { sql } from "kysely"
import { noteChange } from "#changes/note-change.ts"
import { dayMs } from "#kernel/time/units.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { sweepChanges } from "./index.ts"

onBothDatabases("changes are numbered without gaps and deleted after seven days", async (t, kind) => {
  const { app, cx, clock, workspaceId } = await world(t, kind)
  const change = (...kinds: readonly ("links" | "docs")[]) =>
    cx.atomically(async (cx) => {
      for (const kind of kinds) noteChange(cx, { workspaceId, kind })
    })
  const seqs = async () =>
    (await app.database.read.selectFrom("changes").select("seq").orderBy("seq").execute()).map(({ seq }) => Number(seq))
  await change("links", "docs", "links")
  clock.advance(6 * dayMs)
  await change("docs")
  await assert.rejects(
    cx.atomically(async (cx) => {
      noteChange(cx, { workspaceId, kind: "links" })
      throw new Error("undone")
    }),
  )
  assert.deepEqual(await seqs(), [1, 2, 3])

  clock.advance(dayMs + 1)
  await sweepChanges(cx)
  assert.deepEqual(await seqs(), [3])
  await change("links")
  assert.deepEqual(await seqs(), [3, 4])
})

onBothDatabases("old changes of 600 workspaces are deleted", async (t, kind) => {
  const { app, cx, clock } = await world(t, kind)
  const [old, young] = [clock.now() - 8 * dayMs, clock.now()]
  await app.database.transaction(async (db) => {
    const numbers = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 600)`
    for (const statement of [
      sql`insert into workspaces (id, slug, name, created_at) ${numbers} select 'many_' || i, 'many-' || i, 'Many', 1 from n`,
      sql`insert into workspace_clocks (workspace_id, seq) ${numbers} select 'many_' || i, 1200 from n`,
      sql`insert into changes (workspace_id, seq, kind, created_at)
        ${numbers} select 'many_' || i, 1, 'links', ${sql.lit(old)} from n`,
      sql`insert into changes (workspace_id, seq, kind, created_at)
        ${numbers} select 'many_' || i, 1200, 'links', ${sql.lit(young)} from n`,
      sql`insert into changes (workspace_id, seq, kind, created_at)
        ${numbers} select 'many_7', i + 1, 'links', ${sql.lit(old)} from n`,
    ])
      await statement.execute(db as never)
  })
  await sweepChanges(cx)
  const left = await app.database.read.selectFrom("changes").select("seq").execute()
  assert.equal(left.length, 600)
  assert.ok(left.every(({ seq }) => Number(seq) === 1200))
})
