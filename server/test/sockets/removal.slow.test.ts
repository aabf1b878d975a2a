import assert from "node:assert/strict"
import type { App } from "#access/perform.ts"
import { removeMember } from "#domains/workspaces/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { runs } from "#test/support/basics/property-runs.ts"
import { until } from "#test/support/basics/until.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openEditor } from "#test/support/docs/doc-editor.ts"
import { docsWorld } from "#test/support/worlds/docs-world.ts"

const rounds = runs(40)

onBothDatabases(`in ${rounds} rounds no update is stored after its writer was removed`, async (t, kind) => {
  const world = await docsWorld(t, { kind })
  const { accountId } = world.callers.member as { accountId: string }
  const keeper = await world.open("owner") // keeps the doc open from round to round
  await keeper.shows("")
  const asked = await world.enter("member")
  let stored = 0
  for (let round = 0; round < rounds; round++) {
    const editor = openEditor(asked, world.docId, { isStubborn: false })
    try {
      await until(async () => editor.provider.synced)
      const typing = typeUntilClosed(editor)
      for (let turn = 0; turn < round % 20; turn++) await endOfTurn()
      await world.act("owner", removeMember, { accountId })
      const before = await countStored(world.app, world.docId)
      await until(async () => editor.closes.length > 0)
      await typing
      assert.deepEqual(editor.closes, [4403])
      assert.equal(await countStored(world.app, world.docId), before, `round ${round}`)
      stored = before
    } finally {
      editor.close()
    }
    await letBackIn(world.app, world.workspaceId, accountId)
  }
  keeper.type("the end")
  await keeper.saved()
  assert.equal(await countStored(world.app, world.docId), stored + 1, "and nothing came after they were let back in")
  assert.ok(stored > 0, "something was typed in time")
  assert.deepEqual(keeper.closes, [])
})

/** Types a letter in each turn of the event loop until the editor is closed. */
async function typeUntilClosed({ type, closes }: ReturnType<typeof openEditor>): Promise<void> {
  for (let word = 0; closes.length === 0 && word < 200; word++) {
    type("x")
    await endOfTurn()
  }
}

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The number of updates ever stored of a doc, compacted ones included. */
async function countStored({ database }: App, docId: string): Promise<number> {
  const doc = await database.read
    .selectFrom("docs")
    .select("content_seq")
    .where("id", "=", docId)
    .executeTakeFirstOrThrow()
  return Number(doc.content_seq)
}

async function letBackIn(app: App, workspaceId: WorkspaceId, accountId: string): Promise<void> {
  const row = { workspace_id: workspaceId, account_id: accountId, role: "member", created_at: app.now() } as const
  await app.database.transaction((db) => db.insertInto("members").values(row).execute())
}
