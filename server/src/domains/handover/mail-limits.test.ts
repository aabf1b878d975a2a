import assert from "node:assert/strict"
import { test } from "node:test"
import { anonymous } from "#access/caller.ts"
import { perform } from "#access/perform.ts"
import { silentExchange } from "#kernel/exchange.ts"
import { insertPurchase, offerOnSale } from "#test/support/shop.ts"
import { browser, openTill, tillOf } from "#test/support/till.ts"
import { world } from "#test/support/world.ts"
import { deliveryLink } from "./delivery.ts"
import { perAddress, perNetwork } from "./mail-limits.ts"
import { requestClaim } from "./request-claim.ts"
import { requestReceipt } from "./request-receipt.ts"

const tooMany = { code: "rate_limited", hint: /minutes/ }

test("one network has thirty mails sent an hour, gifts and claims together; the next one makes nothing", async (t) => {
  const till = await openTill(t)
  const codeId = await till.addGiftCode("GIFT-FULL", { kind: "full", balance_cents: 0 })
  const from = (network: string) => browser({ network })
  for (let index = 1; index < perNetwork; index += 1) {
    await till.gift({ code: "GIFT-FULL", buyerEmail: `bo${index}@example.com` }, from("192.0.2.1"))
  }
  const [first] = await till.purchases()
  const claim = { purchaseId: first?.id ?? "" }
  const asking = { ...silentExchange, network: "192.0.2.1" }
  await perform(till.app, requestClaim, anonymous, claim, asking)

  const stranger = { code: "GIFT-FULL", buyerEmail: "stranger@example.com" }
  await assert.rejects(till.gift(stranger, from("192.0.2.1")), tooMany)
  await assert.rejects(perform(till.app, requestClaim, anonymous, claim, asking), tooMany)
  await assert.rejects(perform(till.app, requestClaim, anonymous, { purchaseId: "purchase_none" }, asking), tooMany)
  assert.equal((await till.purchases()).length, perNetwork - 1)
  assert.equal((await till.giftCode(codeId)).uses, perNetwork - 1)

  await till.gift({ code: "GIFT-FULL" }, from("192.0.2.1")) // it asks for no mail
  await till.gift(stranger, from("198.51.100.1"))
})

test("an address gets six mails an hour that nobody paid for, from whatever network and by whatever offer", async (t) => {
  const studio = await world(t)
  for (let index = 0; index < perAddress; index += 1) {
    const offer = await offerOnSale(studio, { priceCents: index % 2 === 0 ? 0 : 400 })
    const till = tillOf(studio, { id: offer.id, key: offer.shortKey ?? "" })
    await till.addGiftCode(`COVERS-${index}`)
    const wish = index % 2 === 0 ? {} : { giftCode: `COVERS-${index}` }
    assert.equal((await till.checkout(wish, browser({ network: `192.0.2.${index}` }))).alreadyOwned, false)
  }
  const offer = await offerOnSale(studio, { priceCents: 0 })
  const till = tillOf(studio, { id: offer.id, key: offer.shortKey ?? "" })

  await assert.rejects(till.checkout({ buyerEmail: "BO@example.com" }, browser({ network: "192.0.2.9" })), tooMany)
  assert.deepEqual(await till.purchases(), [])
  await till.checkout({ buyerEmail: "cy@example.com" })

  const sold = await insertPurchase(studio, offer)
  const link = deliveryLink(studio.cx, sold)
  await assert.rejects(perform(studio.app, requestReceipt, anonymous, { link }), tooMany)
})

test("a checkout that somebody pays for does not count", async (t) => {
  const till = await openTill(t)
  const by = browser({ network: "192.0.2.1" })
  for (let index = 0; index <= perNetwork; index += 1) {
    await till.checkout({ buyerEmail: `bo${index}@example.com` }, by)
  }
  assert.equal((await till.purchases()).length, perNetwork + 1)
})
