import assert from "node:assert/strict"
import { test } from "node:test"
import { perform } from "#access/perform.ts"
import { randomText } from "#kernel/ids.ts"
import { openKeyring } from "#kernel/keyring.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { world, worldSecret } from "#test/support/worlds/world.ts"
import { createGiftCode } from "./create-gift-code.ts"
import { createGiftCodes } from "./create-gift-codes.ts"
import { disableGiftCode } from "./disable-gift-code.ts"
import { listGiftCodes } from "./list-gift-codes.ts"

const tenDollars = { kind: "amount", currency: "usd", balanceCents: 1000 }

onBothDatabases("a gift code can be read again by its seller, but not in the database", async (t, kind) => {
  const { act, cx, clock } = await world(t, kind)

  const made = await act("admin", createGiftCode, { ...tenDollars, code: " gift-five ", maxUses: 3 })

  assert.deepEqual(made, {
    id: made.id,
    code: "GIFT-FIVE",
    kind: "amount",
    offerId: null,
    currency: "usd",
    balanceCents: 1000,
    heldCents: 0,
    spentCents: 0,
    leftCents: 1000,
    maxUses: 3,
    uses: 0,
    startsAt: null,
    expiresAt: null,
    isDisabled: false,
    createdAt: clock.now(),
  })
  assert.deepEqual((await act("admin", listGiftCodes, {})).items, [made])
  const stored = JSON.stringify(await cx.db.selectFrom("gift_codes").selectAll().execute())
  assert.doesNotMatch(stored, /GIFT-FIVE/i)
})

test("after the installation's key changed, a workspace makes new codes, and none a second time", async (t) => {
  const studio = await world(t)
  const caller = studio.callers.admin
  const keyring = openKeyring("another secret of at least thirty-two characters", worldSecret)
  const make = (code: string, app = { ...studio.app, keyring }) =>
    perform({ app, caller }, createGiftCode, { ...tenDollars, code })
  await make("BEFORE-IT", studio.app)

  assert.equal((await make("AFTER-IT")).code, "AFTER-IT")
  await assert.rejects(make("BEFORE-IT"), { code: "conflict" })
})

onSqlite("a code is made when none is chosen", async (t, kind) => {
  const { act } = await world(t, kind)

  const { code, currency, balanceCents } = await act("admin", createGiftCode, { kind: "full" })

  assert.match(code, /^(\w{4}-){5}\w{4}$/)
  assert.deepEqual({ currency, balanceCents }, { currency: null, balanceCents: 0 })
})

onSqlite("a chosen code has 6 to 64 characters, and 12 at least if it covers everything", async (t, kind) => {
  const { act } = await world(t, kind)
  const newText = () => randomText("ABCDEFGHJK", 70)
  const make = (gift: object, length: number) =>
    act("admin", createGiftCode, { ...gift, code: newText().slice(0, length) }).then(({ code }) => code.length)
  const full = { kind: "full" }
  const made = [make(tenDollars, 6), make(tenDollars, 64), make(full, 12), make(full, 64)]
  assert.deepEqual(await Promise.all(made), [6, 64, 12, 64])
  for (const refused of [make(tenDollars, 5), make(tenDollars, 65), make(full, 11), make(full, 65)])
    await assert.rejects(refused, { code: "invalid_request" })
})

onBothDatabases("one workspace has a code once, in any case, and another may have it too", async (t, kind) => {
  const { act } = await world(t, kind)
  await act("admin", createGiftCode, { ...tenDollars, code: "SUMMER-26" })

  const again = act("admin", createGiftCode, { kind: "amount", currency: "eur", balanceCents: 1, code: "summer-26" })
  await assert.rejects(again, { code: "conflict" })
  const theirs = await act("stranger", createGiftCode, { ...tenDollars, code: "SUMMER-26" })
  assert.equal(theirs.code, "SUMMER-26")
})

onBothDatabases("ten parallel requests with one text make one code", async (t, kind) => {
  const { act } = await world(t, kind)

  const made = await Promise.allSettled(
    Array.from({ length: 10 }, () => act("admin", createGiftCode, { ...tenDollars, code: "ONLY-ONE" })),
  )

  assert.equal(made.filter((one) => one.status === "fulfilled").length, 1)
})

onBothDatabases("a disabled code stays disabled and is still listed", async (t, kind) => {
  const { act, cx, clock } = await world(t, kind)
  const { id } = await act("admin", createGiftCode, tenDollars)

  const disabled = await act("admin", disableGiftCode, { id })
  clock.advance(5_000)
  await act("admin", disableGiftCode, { id })

  assert.equal(disabled.isDisabled, true)
  const [listed] = (await act("admin", listGiftCodes, {})).items
  assert.deepEqual(listed, disabled)
  const row = await cx.db.selectFrom("gift_codes").select("disabled_at").executeTakeFirst()
  assert.equal(row?.disabled_at, clock.now() - 5_000)
})

onBothDatabases("codes are listed newest first, in pages", async (t, kind) => {
  const { act, clock } = await world(t, kind)
  const made: string[] = []
  for (let index = 0; index < 3; index += 1) {
    clock.advance(1)
    made.unshift((await act("admin", createGiftCode, tenDollars)).id)
  }

  const first = await act("admin", listGiftCodes, { limit: 2 })
  const second = await act("admin", listGiftCodes, { limit: 2, cursor: first.nextCursor })

  assert.deepEqual(valuesOf([...first.items, ...second.items], "id"), made)
  assert.equal(second.nextCursor, undefined)
})

onSqlite("another workspace's codes and offers do not exist", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const { id } = await act("admin", createGiftCode, tenDollars)
  const offer = await offerOnSale(studio)

  await assert.rejects(act("stranger", disableGiftCode, { id }), { code: "not_found" })
  await assert.rejects(act("stranger", createGiftCode, { kind: "full", offerId: offer.id }), { code: "not_found" })
  assert.deepEqual((await act("stranger", listGiftCodes, {})).items, [])
})

test("gift codes are for admins, reading them included", async (t) => {
  const { act, callers } = await world(t)
  const { id } = await act("admin", createGiftCode, tenDollars)

  for (const caller of [callers.member, callers.viewer]) {
    await assert.rejects(act(caller, createGiftCode, tenDollars), { code: "workspace_forbidden" })
    await assert.rejects(act(caller, listGiftCodes, {}), { code: "workspace_forbidden" })
    await assert.rejects(act(caller, disableGiftCode, { id }), { code: "workspace_forbidden" })
  }
})

test("a guessable code, and one that could never be used, are refused", async (t) => {
  const studio = await world(t)
  const { act, clock } = studio
  const offer = await offerOnSale(studio)
  const now = clock.now()

  const refused = [
    { ...tenDollars, code: "FIVE5" },
    { kind: "full", code: "GIFT-FULL" },
    { kind: "full", code: "A CODE WITH SPACES" },
    { kind: "full", code: "A-CODE-\u0000-WITH-NUL" },
    { kind: "full", code: "ﷺ".repeat(10) },
    { ...tenDollars, expiresAt: now },
    { ...tenDollars, startsAt: now + 2_000, expiresAt: now + 1_000 },
    { ...tenDollars, balanceCents: 0 },
    { kind: "amount", balanceCents: 1000 },
    { ...tenDollars, currency: "eur", offerId: offer.id },
    { ...tenDollars, maxUses: 0 },
    { kind: "amount", currency: "isk", balanceCents: 550 },
    { kind: "half" },
  ]

  for (const input of refused) {
    await assert.rejects(act("admin", createGiftCode, input), { code: "invalid_request" }, JSON.stringify(input))
  }
  await act("admin", createGiftCode, { ...tenDollars, offerId: offer.id, expiresAt: now + 1 })
})

test("a balance that is less than a step of its currency names the one step", async (t) => {
  const { act } = await world(t)

  await assert.rejects(act("admin", createGiftCode, { kind: "amount", currency: "isk", balanceCents: 50 }), {
    message: "Amount must be a multiple of ISK\u00a01.00. Use ISK\u00a01.00.",
  })
})

onSqlite("many codes are made in one call, with equal terms and different texts, or none", async (t, kind) => {
  const { act, clock } = await world(t, kind)

  const { items } = await act("admin", createGiftCodes, { ...tenDollars, count: 30, maxUses: 1 })

  assert.equal(new Set(valuesOf(items, "code")).size, 30)
  assert.deepEqual(new Set(items.map(({ balanceCents, maxUses }) => `${balanceCents}/${maxUses}`)), new Set(["1000/1"]))
  assert.equal((await act("admin", listGiftCodes, { limit: 100 })).items.length, 30)
  for (const wrong of [
    { count: 0 },
    { count: 201 },
    { count: 1, expiresAt: clock.now() },
    { count: 1, offerId: "no" },
  ]) {
    await assert.rejects(act("admin", createGiftCodes, { ...tenDollars, ...wrong }))
  }
  await assert.rejects(act("member", createGiftCodes, { ...tenDollars, count: 1 }), { code: "workspace_forbidden" })
  assert.equal((await act("admin", listGiftCodes, { limit: 100 })).items.length, 30)
})
