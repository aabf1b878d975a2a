import assert from "node:assert/strict"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openTill } from "#test/support/selling/till.ts"
import { listBought } from "../index.ts"

onBothDatabases("a person sees only purchases with their address, in any case", async (t, kind) => {
  const till = await openTill(t, kind)
  const { act } = till
  const bought = async (input = {}) => act("viewer", listBought, input)
  for (const buyerEmail of ["Viewer@studio.example", "bo@example.com"]) await till.checkout({ buyerEmail })

  const { items } = await bought()

  const facts = items.map(({ state, buyerEmail, amountCents, currency }) => [state, buyerEmail, amountCents, currency])
  assert.deepEqual(facts, [["open", "Viewer@studio.example", 1900, "usd"]])
  assert.equal(items[0]?.sellerName, "Studio Ada")
  assert.deepEqual((await act("member", listBought, {})).items, [])

  await till.addGiftCode("ALL-OF-IT", { kind: "full", balance_cents: 0, currency: null })
  await till.gift({ code: "ALL-OF-IT", buyerEmail: "viewer@studio.example" })
  const first = await bought({ limit: 1 })
  const second = await bought({ limit: 1, cursor: first.nextCursor })
  assert.equal(new Set([...first.items, ...second.items].map(({ id }) => id)).size, 2)
  assert.equal(second.nextCursor, undefined)
})
