import assert from "node:assert/strict"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { noteAccess, noteChange, noteDoc, noteDocGone, noteHostnames } from "./note-change.ts"

onBothDatabases("fifty-three changes of one transaction are all stored, in their order", async (t, kind) => {
  const { app, cx, workspaceId } = await world(t, kind)
  const refs = [null, ...Array.from({ length: 52 }, (_, n) => `ref_${n}`)]
  await cx.atomically(async (inner) => {
    for (const ref of refs) noteChange(inner, { workspaceId, kind: "links", ...(ref !== null && { ref }) })
  })
  const rows = await app.database.read.selectFrom("changes").selectAll().orderBy("seq").execute()
  const created_at = app.now()
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    refs.map((ref, n) => ({ workspace_id: workspaceId, seq: n + 1, kind: "links", ref, created_at })),
  )
})

onSqlite("after a commit other processes hear what was noted, and nothing after a rollback", async (t, kind) => {
  const { app, cx, workspaceId } = await world(t, kind)
  const told: string[] = []
  for (const topic of ["access", "changes", "docs", "domains"] as const)
    t.after(app.bus.subscribe(topic, (text) => told.push(`${topic} ${text}`)))
  const note = (isFailing: boolean) =>
    cx.atomically(async (inner) => {
      noteChange(inner, { workspaceId, kind: "links" })
      noteAccess(inner, "account_1")
      noteDoc(inner, "doc_1", 7)
      noteDocGone(inner, "doc_2")
      noteHostnames(inner, workspaceId)
      if (isFailing) throw new Error("undone")
    })
  await assert.rejects(note(true), /undone/)
  assert.deepEqual(told, [])
  await note(false)
  assert.deepEqual(told, [
    `changes ${workspaceId}:1`,
    ...["access account_1", "docs doc_1:7", "docs doc_2:gone", `domains ${workspaceId}`],
  ])
})
