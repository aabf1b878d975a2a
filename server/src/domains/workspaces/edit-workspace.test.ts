import assert from "node:assert/strict"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { editWorkspace, getOwnWorkspace } from "./index.ts"

onSqlite("an admin renames one workspace, and its address stays", async (t, kind) => {
  const { act } = await world(t, kind)
  assert.deepEqual(await act("admin", editWorkspace, { name: " Ink & Co " }), {
    slug: "studio",
    name: "Ink & Co",
    contact: null,
  })
  assert.equal((await act("viewer", getOwnWorkspace, {})).name, "Ink & Co")
  assert.equal((await act("stranger", getOwnWorkspace, {})).name, "Elsewhere")
  await assert.rejects(act("member", editWorkspace, { name: "Mine" }), { code: "workspace_forbidden" })
  await assert.rejects(act("owner", editWorkspace, { name: " " }), { code: "invalid_request", field: "name" })
})

onBothDatabases("a workspace shows a contact for buyers: a mail address, or an HTTPS page", async (t, kind) => {
  const { act } = await world(t, kind)
  const contactOf = async (contact: string | null) => (await act("admin", editWorkspace, { contact })).contact

  assert.equal(await contactOf(" Help@Studio.Example "), "Help@studio.example")
  assert.equal(await contactOf("https://Studio.example/help"), "https://studio.example/help")
  await act("admin", editWorkspace, { name: "Ink & Co" })
  const { name, contact } = await act("viewer", getOwnWorkspace, {})
  assert.deepEqual([name, contact], ["Ink & Co", "https://studio.example/help"], "each is changed without the other")
  assert.equal((await act("stranger", getOwnWorkspace, {})).contact, null)
  for (const wrong of [
    "ada",
    "http://studio.example",
    "javascript:alert(1)",
    "https://a:b@studio.example",
    "https://localhost",
  ]) {
    await assert.rejects(contactOf(wrong), { code: "invalid_request", field: "contact" }, wrong)
  }
  assert.equal(await contactOf(" "), null)
  assert.equal(await contactOf(null), null)
})
