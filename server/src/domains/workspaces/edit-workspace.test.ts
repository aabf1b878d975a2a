import assert from "node:assert/strict"
import { onBothDatabases } from "#test/support/databases.ts"
import { world } from "#test/support/world.ts"
import { editWorkspace, getOwnWorkspace } from "./index.ts"

onBothDatabases("an admin renames the workspace, whose address stays, and no other is renamed", async (t, kind) => {
  const { act } = await world(t, kind)
  assert.deepEqual(await act("admin", editWorkspace, { name: " Ink & Co " }), { slug: "studio", name: "Ink & Co" })
  assert.equal((await act("viewer", getOwnWorkspace, {})).name, "Ink & Co")
  assert.equal((await act("stranger", getOwnWorkspace, {})).name, "Elsewhere")
  await assert.rejects(act("member", editWorkspace, { name: "Mine" }), { code: "workspace_forbidden" })
  await assert.rejects(act("owner", editWorkspace, { name: " " }), { code: "invalid_request", field: "name" })
})
