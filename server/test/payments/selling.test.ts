import assert from "node:assert/strict"
import { anonymous, type Selling } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { getOffer } from "#domains/handover/index.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { keysOf, openSelling, own } from "#test/support/selling/open-selling.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { textAt } from "#test/support/stand-ins/stripe/form.ts"
import type { World } from "#test/support/worlds/world.ts"

const nobody = (): Selling => ({ own: false, installation: [] })
const installation = ({ workspaceId }: World): Selling => ({ own: false, installation: [workspaceId] })

async function checkoutSessionOf(checkout: Promise<object>): Promise<string> {
  const answer = await checkout
  assert.ok("sessionId" in answer && typeof answer.sessionId === "string")
  return answer.sessionId
}

const notForSale = { code: "conflict", message: "This offer isn't for sale right now." }

onBothDatabases(
  "with `own`, an offer with a price sells on the workspace's account and on no other",
  async (t, kind) => {
    const shop = await openSelling(t, kind, own)

    assert.equal(await shop.purchasable(), false)
    assert.equal((await shop.page()).isForSale, false)
    assert.match((await shop.selling()).problem?.message ?? "", /no Stripe account is connected/)
    assert.match((await shop.selling()).problem?.hint ?? "", /Payouts/)
    await assert.rejects(shop.checkout(), notForSale)
    assert.deepEqual(shop.chargedWith(), [])

    const { id } = await shop.add(keysOf("Ada"))
    assert.deepEqual(await shop.selling(), { account: "own", isTest: false, mayUseOwnKeys: true, problem: null })
    assert.equal(await shop.purchasable(), true)
    const sessionId = await checkoutSessionOf(shop.checkout())
    assert.deepEqual(shop.chargedWith(), [keysOf("Ada").secretKey])

    await shop.remove(id)
    assert.equal(await shop.purchasable(), false, "its money does not go to the operator instead")
    await assert.rejects(shop.checkout("cy@example.com"), notForSale)
    shop.standIn.pay(sessionId)
    assert.equal((await shop.verify(sessionId)).paid, true, "a checkout that has begun can be paid")
  },
)

onBothDatabases(
  "with `installation`, only the named workspace sells on the installation's account",
  async (t, kind) => {
    const shop = await openSelling(t, kind, installation)
    await shop.checkout()
    assert.deepEqual(shop.chargedWith(), ["sk_live_installation"])
    const [sent] = shop.standIn.requests
    assert.equal(textAt(sent?.parameters ?? {}, "metadata.workspace"), shop.workspaceId)

    const other = await openSelling(t, kind, nobody)
    assert.equal(await other.purchasable(), false)
    await assert.rejects(other.checkout(), notForSale)
    assert.deepEqual(await other.selling(), {
      account: null,
      isTest: false,
      mayUseOwnKeys: false,
      problem: {
        message: "Paid offers can’t be bought yet: no Stripe account is connected.",
        hint: "Contact the operator.",
      },
    })
  },
)

onBothDatabases("a free offer sells without any account", async (t, kind) => {
  const shop = await openSelling(t, kind, nobody)
  const free = await offerOnSale({ app: shop.app, callers: shop.callers }, { priceCents: 0, title: "Free" })
  const key = free.shortKey ?? ""

  assert.equal((await perform({ app: shop.app, caller: anonymous }, getOffer, { key })).offer.purchasable, true)
  assert.equal("deliveryUrl" in (await shop.checkout("bo@example.com", anonymous, key)), true)
  assert.deepEqual(shop.chargedWith(), [])
})

onBothDatabases(
  "on test keys only the seller's members can buy, and their purchases verify no address and count as no revenue",
  async (t, kind) => {
    const shop = await openSelling(t, kind, own)
    await shop.add(keysOf("Ada", "test"))
    const { member, stranger } = shop.callers

    assert.deepEqual([await shop.purchasable(), await shop.purchasable(stranger)], [false, false])
    for (const caller of [anonymous, stranger])
      await assert.rejects(shop.checkout("bo@example.com", caller), notForSale)
    assert.match((await shop.selling()).problem?.message ?? "", /Only members can buy: .* test keys/)
    assert.equal(await shop.purchasable(member), true)

    const sessionId = await checkoutSessionOf(shop.checkout("bo@example.com", member))
    shop.standIn.pay(sessionId)
    assert.equal((await shop.verify(sessionId)).fulfilled, true)
    assert.equal(await shop.isVerified("bo@example.com"), false)
    assert.deepEqual((await shop.revenue()).currencies, [])
  },
)

onBothDatabases("a checkout of a former account opens with that account's publishable key", async (t, kind) => {
  const shop = await openSelling(t, kind, own)
  await shop.add(keysOf("Ada"))
  const sessionId = await checkoutSessionOf(shop.checkout())
  await shop.add(keysOf("Bo"))
  const later = await checkoutSessionOf(shop.checkout("cy@example.com"))

  assert.equal((await shop.form(sessionId)).publishableKey, keysOf("Ada").publishableKey)
  assert.equal((await shop.form(later)).publishableKey, keysOf("Bo").publishableKey)
  await assert.rejects(shop.form("cs_live_none"), { code: "not_found" })
})
