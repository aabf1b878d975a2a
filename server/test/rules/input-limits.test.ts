import assert from "node:assert/strict"
import { test } from "node:test"
import type { z } from "zod"
import { grantConsent } from "#domains/connections/index.ts"
import { getPublicDoc } from "#domains/docs/index.ts"
import { createShareLink, createUploadLink, getShareLink } from "#domains/drive/index.ts"
import * as handover from "#domains/handover/index.ts"
import { createLink } from "#domains/links/index.ts"
import { getInvitation } from "#domains/workspaces/index.ts"
import { idInput, lenientIdInput } from "#kernel/id-input.ts"
import { urlInput } from "#kernel/line-input.ts"
import { nameInput } from "#kernel/name-input.ts"

const x = (length: number) => "x".repeat(length)
const ids = (count: number) => Array.from({ length: count }, (_, n) => `id_${n}`)
const offer = { title: "Song", priceCents: 500, currency: "usd", fileIds: ["file_1"] }
const consent = { requestId: "r", reach: "one", workspace: "studio" }
const amount = { kind: "amount", currency: "usd", balanceCents: 500 }

/** An action, an input that it takes, a field, and its promised limits: the last value that is taken, the first not. */
const limits: [{ input: z.ZodType }, object, string, unknown, unknown][] = [
  [handover.createOffer, offer, "title", x(120), x(121)],
  [handover.createOffer, offer, "description", x(5_000), x(5_001)],
  [handover.createOffer, offer, "licence", x(5_000), x(5_001)],
  [handover.createOffer, offer, "refundTerms", x(2_000), x(2_001)],
  [handover.createOffer, offer, "taxLine", x(120), x(121)],
  [handover.createOffer, offer, "priceCents", 0, -1],
  [handover.createOffer, offer, "priceCents", 999_999_999_999, 1_000_000_000_000],
  [handover.createOffer, offer, "stockLimit", 0, -1],
  [handover.createOffer, offer, "stockLimit", 10_000_000, 10_000_001],
  [handover.createOffer, offer, "fileIds", ids(100), ids(101)],
  [handover.addOfferFile, { offerId: "o", fileId: "f" }, "name", x(200), x(201)],
  [handover.orderOfferFiles, { offerId: "o" }, "keys", ids(100), ids(101)],
  [handover.createGiftCode, amount, "code", x(64), x(65)],
  [handover.createGiftCode, amount, "balanceCents", 1, 0],
  [handover.createGiftCode, amount, "balanceCents", 999_999_999_999, 1_000_000_000_000],
  [handover.createGiftCode, amount, "maxUses", 1, 0],
  [handover.createGiftCode, amount, "maxUses", 10_000_000, 10_000_001],
  [handover.createGiftCode, amount, "startsAt", 0, -1],
  [handover.createGiftCode, amount, "startsAt", 8_640_000_000_000_000, 8_640_000_000_000_001],
  [handover.createGiftCodes, amount, "count", 1, 0],
  [handover.createGiftCodes, amount, "count", 200, 201],
  [handover.startCheckout, { key: "ab12", buyerEmail: "bo@example.com" }, "giftCode", x(64), x(65)],
  [handover.startCheckout, { key: "ab12", buyerEmail: "bo@example.com" }, "giftCode", "x", ""],
  [
    handover.startCheckout,
    { key: "ab12" },
    "buyerEmail",
    `${x(60)}@${x(60)}.${x(60)}.${x(60)}.example`,
    `${x(65)}@example.com`,
  ],
  [handover.redeemGift, { key: "ab12" }, "code", x(64), x(65)],
  [handover.verifyPayment, { key: "ab12" }, "sessionId", x(255), x(256)],
  [handover.verifyPayment, { key: "ab12" }, "sessionId", "x", ""],
  [handover.requestClaim, {}, "purchaseId", x(64), x(65)],
  [handover.refundPurchase, { id: "p" }, "reason", x(200), x(201)],
  [handover.noteOnPurchase, { id: "p", seenAt: null }, "note", x(2_000), x(2_001)],
  [handover.settleOwnUnclearMoney, { id: "u", decision: "refund" }, "note", x(500), x(501)],
  [handover.getRevenue, {}, "days", 1, 0],
  [handover.getRevenue, {}, "days", 366, 367],
  [handover.searchBuyers, {}, "query", x(200), x(201)],
  [handover.searchBuyers, { query: "x" }, "limit", 20, 21],
  [handover.searchBuyers, { query: "x" }, "limit", 1, 0],
  [handover.listPurchases, {}, "buyer", x(200), x(201)],
  [handover.getDelivery, {}, "link", x(200), x(201)],
  [createShareLink, { fileId: "f" }, "expiresInDays", 1, 0],
  [createShareLink, { fileId: "f" }, "expiresInDays", 365, 366],
  [createShareLink, { fileId: "f" }, "maxDownloads", 1, 0],
  [createShareLink, { fileId: "f" }, "maxDownloads", 10_000, 10_001],
  [getShareLink, {}, "token", x(200), x(201)],
  [createUploadLink, {}, "expiresInMinutes", 1, 0],
  [createUploadLink, {}, "expiresInMinutes", 7 * 24 * 60, 7 * 24 * 60 + 1],
  [createUploadLink, {}, "maxFiles", 100, 101],
  [createUploadLink, {}, "maxFileBytes", 1, 0],
  [getPublicDoc, {}, "key", x(200), x(201)],
  [getInvitation, {}, "token", x(200), x(201)],
  [createLink, { destination: "https://example.com" }, "title", x(120), x(121)],
  [createLink, { destination: "https://example.com" }, "slug", x(500), x(501)],
  [createLink, {}, "destination", `https://example.com/${x(2_028)}`, `https://example.com/${x(2_029)}`],
  [createLink, { destination: "https://example.com" }, "clickLimit", 1, 0],
  [createLink, { destination: "https://example.com" }, "clickLimit", 1_000_000_000, 1_000_000_001],
  [grantConsent, consent, "scopes", ids(64), ids(65)],
  [grantConsent, consent, "scopes", [x(64)], [x(65)]],
]

test("an input takes a field up to its limit, and nothing beyond it", () => {
  const wrong = limits.flatMap(([{ input }, rest, field, last, first]) => {
    const fault = input.safeParse({ ...rest, [field]: last }).error?.issues[0]?.message
    const isBeyondTaken = input.safeParse({ ...rest, [field]: first }).success
    return fault || isBeyondTaken ? [{ field, last: JSON.stringify(last)?.slice(0, 30), fault, isBeyondTaken }] : []
  })
  assert.deepEqual(wrong, [])
})

test("an id has at most 64 characters, and text that is no id names nothing", () => {
  assert.equal(idInput.safeParse(x(64)).success, true)
  for (const text of ["", x(65), "a b", "a-b"]) assert.equal(idInput.safeParse(text).success, false, text)
  assert.equal(lenientIdInput.parse("a-b_9"), "a-b_9")
  assert.equal(lenientIdInput.parse("a\u0000"), "")
  assert.equal(lenientIdInput.parse(x(2_000)).length, 2_000)
  assert.equal(lenientIdInput.safeParse(x(2_001)).success, false)
})

test("a name has at most 80 characters that can be seen", () => {
  assert.equal(nameInput.parse(` ${x(80)} `.slice(1, 81)), x(80))
  for (const text of ["", "\u200b", x(81)]) assert.equal(nameInput.safeParse(text).success, false, text)
})

test("an address of the web has no password, and loses its fragment", () => {
  assert.equal(urlInput.parse(" https://example.com/a#b "), "https://example.com/a")
  const longest = `https://example.com/${x(1_980)}`
  assert.equal(urlInput.parse(longest), longest)
  for (const text of [`${longest}x`, "https://a@example.com", "https://:b@example.com", "example"])
    assert.equal(urlInput.safeParse(text).success, false, text.slice(0, 40))
})
