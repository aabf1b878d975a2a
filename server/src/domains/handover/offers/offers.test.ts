import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import type { z } from "zod"
import { currencies, formatAmount } from "#contract/currencies.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { draftOffer, offerOnSale, upload } from "#test/support/selling/shop.ts"
import { openTill } from "#test/support/selling/till.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { refundPurchase } from "../payments/refund-purchase.ts"
import { listPurchases } from "../purchases/list-purchases.ts"
import { addOfferFile } from "./add-offer-file.ts"
import { archiveOffer } from "./archive-offer.ts"
import { createOffer } from "./create-offer.ts"
import { editOffer } from "./edit-offer.ts"
import { getOwnOffer } from "./get-own-offer.ts"
import { listOffers } from "./list-offers.ts"
import { orderOfferFiles } from "./order-offer-files.ts"
import type { offerState } from "./own-offer.ts"
import { pauseOffer, resumeOffer } from "./pause-and-resume-offer.ts"
import { publishOffer } from "./publish-offer.ts"
import { removeOfferFile } from "./remove-offer-file.ts"

onSqlite("an offer moves from draft to sale to archive and back, with one short key", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const draft = await draftOffer(studio)
  assert.equal(draft.state, "draft")
  assert.equal(draft.key, "type-specimen")
  assert.equal(draft.payUrl, null)

  await act("member", addOfferFile, { offerId: draft.id, fileId: await upload(studio, "a.txt") })
  const published = await act("member", publishOffer, { id: draft.id })
  assert.equal(published.state, "published")
  assert.match(String(published.shortKey), /^[a-z0-9]{4}$/)
  assert.equal(published.payUrl, `http://localhost:3000/pay/${published.shortKey}`)

  const archived = await act("member", archiveOffer, { id: draft.id })
  assert.equal(archived.state, "archived")
  const again = await act("member", publishOffer, { id: draft.id })
  assert.equal(again.shortKey, published.shortKey)
})

onBothDatabases("an offer is created with its files in their order, or not at all", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const [first, second] = [await upload(studio, "z.txt"), await upload(studio, "a.txt")]
  const offer = { title: "Two files", priceCents: 500, currency: "usd", licence: "Print it." }
  const { id, files, licence } = await act("member", createOffer, { ...offer, fileIds: [first, second] })
  assert.deepEqual([valuesOf(files, "name"), licence], [["z.txt", "a.txt"], "Print it."])
  assert.deepEqual((await act("viewer", getOwnOffer, { id })).files, files)
  assert.equal((await act("member", publishOffer, { id })).state, "published")

  for (const fileIds of [[first, "file_none"], [first, first], Array.from({ length: 101 }, (_, at) => `file_${at}`)]) {
    await assert.rejects(act("member", createOffer, { ...offer, fileIds }))
  }
  assert.equal((await act("viewer", listOffers, {})).items.length, 1, "no refused offer is left behind")
})

onSqlite("an offer has a hundred files at most", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, workspaceId } = studio
  const [first, last, more] = [await upload(studio, "a"), await upload(studio, "b"), await upload(studio, "c")]
  const offer = { title: "Many files", priceCents: 500, currency: "usd" }
  const { id } = await act("member", createOffer, { ...offer, fileIds: [first] })
  const row = { workspace_id: workspaceId, offer_id: id, file_id: first ?? "", name: null }
  const rows = Array.from({ length: 98 }, (_, n) => ({ ...row, id: `offer_file_${n}`, position: n + 1 }))
  await studio.app.database.transaction((db) => db.insertInto("offer_files").values(rows).execute())

  await act("member", addOfferFile, { offerId: id, fileId: last })
  await assert.rejects(act("member", addOfferFile, { offerId: id, fileId: more }), { code: "conflict" })
})

onBothDatabases("offers are listed by title or price, page by page", async (t, kind) => {
  const studio = await world(t, kind)
  for (const [title, priceCents] of [
    ["b", 300],
    ["a", 300],
    ["ç", 0],
    ["B", 100],
  ] as const) {
    await draftOffer(studio, { title, priceCents })
  }
  const listed = async (sort: string) => {
    const { items, nextCursor } = await studio.act("viewer", listOffers, { sort, limit: 3 })
    const { items: rest } = await studio.act("viewer", listOffers, { sort, limit: 3, cursor: nextCursor })
    return [...items, ...rest]
  }
  const byTitle = valuesOf(await listed("title"), "title")
  assert.deepEqual(valuesOf(await listed("-title"), "title"), byTitle.toReversed())
  assert.deepEqual(valuesOf(await listed("-price_cents"), "priceCents"), [300, 300, 100, 0])
  assert.deepEqual([...byTitle].sort(), ["B", "a", "b", "ç"])
  await assert.rejects(studio.act("viewer", listOffers, { sort: "units_taken" }), { code: "invalid_request" })
})

onBothDatabases("a pause ends with the sale, and only a published offer is paused", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  const draft = await draftOffer(studio)
  await assert.rejects(act("member", pauseOffer, { id: draft.id }), { code: "conflict" })
  const { id } = await offerOnSale(studio)
  const inState = async (state: z.output<typeof offerState>) =>
    valuesOf((await act("viewer", listOffers, { state })).items, "id")

  assert.equal((await act("member", pauseOffer, { id })).state, "paused")
  const [{ paused_at: pausedAt } = { paused_at: null }] = await rowsOf(studio)
  clock.advance(1_000)
  assert.equal((await act("member", pauseOffer, { id })).state, "paused")
  assert.equal((await rowsOf(studio))[0]?.paused_at, pausedAt, "a second pause begins nothing")
  assert.deepEqual([await inState("paused"), await inState("published")], [[id], []])
  assert.equal((await act("member", publishOffer, { id })).state, "paused", "publishing again ends no pause")

  assert.equal((await act("member", resumeOffer, { id })).state, "published")
  assert.equal((await act("member", resumeOffer, { id })).state, "published")
  assert.deepEqual([await inState("paused"), await inState("published")], [[], [id]])

  await act("member", pauseOffer, { id })
  assert.equal((await act("member", archiveOffer, { id })).state, "archived")
  assert.equal((await act("member", resumeOffer, { id })).state, "archived")
  assert.deepEqual(await inState("archived"), [id])
  assert.equal((await act("member", publishOffer, { id })).state, "published")
})

const rowsOf = ({ cx }: World) =>
  cx.db.selectFrom("offers").select("paused_at").where("state", "=", "published").execute()

onSqlite("an offer without a file is not published", async (t, kind) => {
  const studio = await world(t, kind)
  const { id } = await draftOffer(studio)

  await assert.rejects(studio.act("member", publishOffer, { id }), { code: "conflict" })
})

onSqlite("offers with the same title have different keys", async (t, kind) => {
  const studio = await world(t, kind)

  const [first, second] = [await draftOffer(studio), await draftOffer(studio)]

  assert.equal(first.key, "type-specimen")
  assert.match(second.key, /^type-specimen-[a-z0-9]{4}$/)
})

onBothDatabases("twenty offers published at once get twenty short keys", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const fileId = await upload(studio, "a.txt")
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { id } = await draftOffer(studio)
      await act("member", addOfferFile, { offerId: id, fileId })
      return id
    }),
  )

  const published = await Promise.all(ids.map((id) => act("member", publishOffer, { id })))

  assert.equal(new Set(published.map((offer) => offer.shortKey)).size, 20)
  const given = await studio.cx.db.selectFrom("directory").selectAll().where("kind", "=", "pay_key").execute()
  assert.equal(given.length, 20)
})

onBothDatabases("an edit changes only the given fields", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  const before = await offerOnSale(studio, { description: "Forty pages.", stockLimit: 5 })
  clock.advance(1_000)

  const edited = await act("member", editOffer, { id: before.id, title: "Specimen II", description: null })
  assert.deepEqual(edited, { ...before, title: "Specimen II", description: null, updatedAt: clock.now() })

  const unlimited = await act("member", editOffer, { id: before.id, stockLimit: null, priceCents: 0 })
  assert.equal(unlimited.stockLimit, null)
  assert.equal(unlimited.priceCents, 0)
})

onBothDatabases("the files keep the given order", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const offer = await offerOnSale(studio)
  const keys = offer.files.map((file) => file.key)
  assert.deepEqual(valuesOf(offer.files, "name"), ["specimen.txt", "license.txt"])

  const ordered = await act("member", orderOfferFiles, { offerId: offer.id, keys: keys.toReversed() })
  assert.deepEqual(valuesOf(ordered.files, "name"), ["license.txt", "specimen.txt"])

  const added = { offerId: offer.id, fileId: await upload(studio, "b.txt"), name: "Bonus.txt" }
  const longer = await act("member", addOfferFile, added)
  assert.equal(longer.files.at(-1)?.name, "Bonus.txt")
  await assert.rejects(act("member", addOfferFile, added), { code: "conflict" })
  for (const wrong of [keys, [...keys, keys[0]], [...keys, "offer_file_other"]]) {
    const order = { offerId: offer.id, keys: wrong }
    await assert.rejects(act("member", orderOfferFiles, order), { code: "conflict" })
  }
})

onBothDatabases("after two parallel removals an offer on sale keeps one file", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const { id: offerId, files } = await offerOnSale(studio)

  const removals = await Promise.allSettled(files.map(({ key }) => act("member", removeOfferFile, { offerId, key })))

  assert.deepEqual(removals.map((removal) => removal.status).sort(), ["fulfilled", "rejected"])
  assert.equal((await act("viewer", getOwnOffer, { id: offerId })).files.length, 1)
})

onBothDatabases("offers are listed newest first, by page, each once", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  const made: string[] = []
  for (const index of [0, 1, 2, 3, 4]) {
    if (index % 2 === 0) clock.advance(1)
    made.push((await draftOffer(studio)).id)
  }

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await act("viewer", listOffers, { limit: 2, cursor })
    seen.push(...page.items.map((offer) => offer.id))
    cursor = page.nextCursor
  } while (cursor)

  assert.deepEqual([...seen].sort(), [...made].sort())
  assert.equal(seen[0], made.at(-1))
  assert.deepEqual((await act("viewer", listOffers, { state: "published" })).items, [])
})

onSqlite("another workspace's offers and files do not exist", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, callers } = studio
  const { id, files } = await offerOnSale(studio)
  const [file] = files
  assert.ok(file)
  const stranger = callers.stranger
  const theirs = await act(stranger, createOffer, { title: "Theirs", priceCents: 0, currency: "usd" })

  const attempts = [
    () => act(stranger, getOwnOffer, { id }),
    () => act(stranger, editOffer, { id, title: "Mine now" }),
    () => act(stranger, publishOffer, { id }),
    () => act(stranger, archiveOffer, { id }),
    () => act(stranger, orderOfferFiles, { offerId: id, keys: [] }),
    () => act(stranger, removeOfferFile, { offerId: id, key: file.key }),
    () => act(stranger, addOfferFile, { offerId: id, fileId: file.fileId }),
    () => act(stranger, addOfferFile, { offerId: theirs.id, fileId: file.fileId }),
    () => act(stranger, removeOfferFile, { offerId: theirs.id, key: file.key }),
  ]

  for (const attempt of attempts) await assert.rejects(attempt(), { code: "not_found", status: 404 })
  assert.deepEqual(valuesOf((await act(stranger, listOffers, {})).items, "id"), [theirs.id])
})

test("a viewer reads offers and changes none", async (t) => {
  const studio = await world(t)
  const { act } = studio
  const { id, files } = await offerOnSale(studio)
  const offer = { title: "x", priceCents: 0, currency: "usd" }
  assert.equal((await act("viewer", getOwnOffer, { id })).id, id)

  const attempts = [
    () => act("viewer", createOffer, offer),
    () => act("viewer", editOffer, { id }),
    () => act("viewer", publishOffer, { id }),
    () => act("viewer", archiveOffer, { id }),
    () => act("viewer", addOfferFile, { offerId: id, fileId: "x" }),
    () => act("viewer", orderOfferFiles, { offerId: id, keys: [] }),
    () => act("viewer", removeOfferFile, { offerId: id, key: String(files[0]?.key) }),
  ]

  for (const attempt of attempts) await assert.rejects(attempt(), { code: "workspace_forbidden" })
})

test("a price that no card can be charged is refused, and the message names valid prices", async (t) => {
  const studio = await world(t)
  const { act } = studio
  const offer = await draftOffer(studio)
  const message = /\$0\.50/

  await assert.rejects(draftOffer(studio, { priceCents: 49 }), { code: "invalid_request", message })
  await assert.rejects(act("member", editOffer, { id: offer.id, priceCents: 1 }), { message })
  await assert.rejects(draftOffer(studio, { priceCents: 100_000_000 }), {
    code: "invalid_request",
    message: /\$999,999\.99/,
  })
  for (const [currency, priceCents, message] of [
    ["isk", 550, "Price must be a multiple of ISK\u00a01.00. Use ISK\u00a05.00 or ISK\u00a06.00."],
    ["isk", 50, "Price must be 0, or at least ISK\u00a01.00."],
    ["ugx", 101, "Price must be a multiple of UGX\u00a01.00. Use UGX\u00a01.00 or UGX\u00a02.00."],
    ["kwd", 5124, "Price must be a multiple of KWD\u00a00.010. Use KWD\u00a05.120 or KWD\u00a05.130."],
    ["huf", 17_499, "Price must be 0, or at least HUF\u00a0175.00."],
    ["idr", 1_000_000_000_000, undefined],
  ] as const) {
    const expected = { code: "invalid_request", ...(message && { message }) }
    await assert.rejects(draftOffer(studio, { currency, priceCents }), expected, currency)
    await assert.rejects(act("member", editOffer, { id: offer.id, currency, priceCents }), expected)
  }
  for (const [currency, priceCents] of [
    ["isk", 500],
    ["kwd", 5120],
    ["twd", 80_045],
    ["idr", 999_999_999_999],
  ] as const) {
    assert.equal((await draftOffer(studio, { currency, priceCents })).priceCents, priceCents)
  }
  await assert.rejects(draftOffer(studio, { priceCents: -1 }), { code: "invalid_request" })
  await assert.rejects(draftOffer(studio, { currency: "xxx" }), { code: "invalid_request" })
  assert.equal((await draftOffer(studio, { priceCents: 0 })).priceCents, 0)
  assert.equal((await draftOffer(studio, { currency: "JPY", priceCents: 500 })).currency, "jpy")
})

test("titles become one clean line, descriptions keep their lines", async (t) => {
  const studio = await world(t)

  const offer = await draftOffer(studio, { title: " Été\u0000\r\nà \u202eParis ", description: "One\r\nTwo\u0007\n\n" })

  assert.equal(offer.title, "Été à Paris")
  assert.equal(offer.key, "ete-a-paris")
  assert.equal(offer.description, "One\nTwo")
  assert.equal((await draftOffer(studio, { title: "日本語" })).key, "offer")
  await assert.rejects(draftOffer(studio, { title: " \u200f\n" }), { code: "invalid_request" })
  await assert.rejects(draftOffer(studio, { title: "x".repeat(121) }), { code: "invalid_request" })
})

test("amounts are formatted with the currency's decimal places", () => {
  assert.equal(formatAmount(1900, "usd"), "$19.00")
  assert.equal(formatAmount(1900, "jpy"), "¥1,900")
  assert.equal(formatAmount(5, "eur"), "€0.05")
  assert.equal(formatAmount(5120, "kwd"), "KWD\u00a05.120")
  assert.equal(formatAmount(500, "isk"), "ISK\u00a05.00")
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.nat(99_999_999), (currency, cents) => {
      assert.equal(Number(formatAmount(cents, currency).replace(/\D/g, "")), cents)
    }),
  )
})

onBothDatabases(
  "an offer counts what was delivered: no open checkout, no declined payment and no refund",
  async (t, kind) => {
    const till = await openTill(t, kind)
    const delivered = async () => (await till.act("viewer", getOwnOffer, { id: till.offer.id })).delivered
    await till.checkout({ buyerEmail: "open@example.com" })
    const { sessionId: declined = "" } = await till.checkout({ buyerEmail: "declined@example.com" })
    await till.sandbox.pay(declined, { card: "4000000000000002" })
    assert.equal(await delivered(), 0)

    const { sessionId = "" } = await till.checkout({ buyerEmail: "bo@example.com" })
    await till.sandbox.pay(sessionId, { card: "4242424242424242" })
    await till.verify(sessionId)
    assert.equal(await delivered(), 1)

    const { items } = await till.act("admin", listPurchases, { buyerEmail: "bo@example.com" })
    await till.act("admin", refundPurchase, { id: items[0]?.id, reason: "A mistake" })
    await till.deliver()
    assert.equal(await delivered(), 0)
  },
)
