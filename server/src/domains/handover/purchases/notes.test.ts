import assert from "node:assert/strict"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { getPurchase } from "../deliveries/get-purchase.ts"
import { listPurchases } from "./list-purchases.ts"
import { noteOnPurchase } from "./note-on-purchase.ts"

async function soldOne(t: Parameters<typeof world>[0], kind: Parameters<typeof world>[1]) {
  const studio = await world(t, kind)
  const { id } = await insertPurchase(studio, await offerOnSale(studio))
  return { studio, id }
}

const noteOf = async ({ act }: World, id: string) => {
  const { note, notedAt, notedBy } = await act("member", getPurchase, { id })
  return { note, notedAt, notedBy }
}

onBothDatabases("a note is stored with its last author and time, and an empty one removes it", async (t, kind) => {
  const { studio, id } = await soldOne(t, kind)
  const { act, clock } = studio
  assert.deepEqual(await noteOf(studio, id), { note: null, notedAt: null, notedBy: null })

  const first = await act("member", noteOnPurchase, { id, note: " Wants the\r\nblue one. ", seenAt: null })
  assert.deepEqual([first.note, first.notedAt], ["Wants the\nblue one.", clock.now()])
  assert.equal(first.notedBy, "member")
  clock.advance(1)
  await act("owner", noteOnPurchase, { id, note: "Sent it.", seenAt: first.notedAt })
  assert.deepEqual(await noteOf(studio, id), { note: "Sent it.", notedAt: clock.now(), notedBy: "owner" })
  const [listed] = (await act("member", listPurchases, {})).items
  assert.deepEqual([listed?.note, listed?.notedBy], ["Sent it.", "owner"])

  await act("owner", noteOnPurchase, { id, note: "", seenAt: clock.now() })
  assert.equal((await noteOf(studio, id)).note, null)
})

onBothDatabases("a note that another member changed meanwhile is not overwritten", async (t, kind) => {
  const { studio, id } = await soldOne(t, kind)
  const { act } = studio
  await act("owner", noteOnPurchase, { id, note: "Mine.", seenAt: null })

  await assert.rejects(act("member", noteOnPurchase, { id, note: "Ours.", seenAt: null }), {
    code: "conflict",
    field: "note",
  })

  assert.equal((await noteOf(studio, id)).note, "Mine.")
})

onSqlite("notes are for the workspace's members, with at most 2,000 characters", async (t, kind) => {
  const { studio, id } = await soldOne(t, kind)
  const { act } = studio

  await assert.rejects(act("stranger", noteOnPurchase, { id, note: "x", seenAt: null }), { code: "not_found" })
  await assert.rejects(act("viewer", noteOnPurchase, { id, note: "x", seenAt: null }), { code: "workspace_forbidden" })
  await assert.rejects(act("member", noteOnPurchase, { id, note: "x".repeat(2_001), seenAt: null }), {
    code: "invalid_request",
    field: "note",
  })
  assert.equal((await noteOf(studio, id)).note, null)
  await act("member", noteOnPurchase, { id, note: "x".repeat(2_000), seenAt: null })
})

onSqlite("the name of a former member is not shown with their note", async (t, kind) => {
  const { studio, id } = await soldOne(t, kind)
  const { act, app, callers } = studio
  await act("member", noteOnPurchase, { id, note: "Call them.", seenAt: null })
  const { member } = callers
  assert.equal(member.kind, "person")
  await app.database.transaction((db) => db.deleteFrom("members").where("account_id", "=", member.accountId).execute())

  const { note, notedBy } = await act("owner", getPurchase, { id })
  assert.deepEqual([note, notedBy], ["Call them.", null])
})
