import assert from "node:assert/strict"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { noteChange } from "./note-change.ts"

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
