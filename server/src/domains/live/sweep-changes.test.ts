import assert from "node:assert/strict"
import { noteChange } from "#access/note-change.ts"
import { dayMs } from "#kernel/time/days.ts"
import { onBothDatabases } from "#test/support/databases.ts"
import { world } from "#test/support/world.ts"
import { sweepChanges } from "./index.ts"

onBothDatabases("changes are numbered without gaps, and go after seven days", async (t, kind) => {
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
