import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import fc from "fast-check"
import { anonymous, type Caller } from "#access/caller.ts"
import type { Selling } from "#access/context.ts"
import { type App, perform, systemContext } from "#access/perform.ts"
import {
  getOffer,
  getOfferPage,
  getPaymentForm,
  getRevenue,
  getSelling,
  removePaymentAccount,
  setPaymentAccount,
  startCheckout,
  verifyPayment,
} from "#domains/handover/index.ts"
import { isVerifiedAddress } from "#domains/handover/purchases/index.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { openTestStripe } from "#test/support/selling/stripe-account.ts"
import { textAt } from "#test/support/stand-ins/stripe/form.ts"
import { type World, world } from "#test/support/worlds/world.ts"

const keysOf = (name: string, mode = "live") => ({
  secretKey: `sk_${mode}_51${name}Secret`,
  publishableKey: `pk_${mode}_51${name}Public`,
  webhookSecret: "whsec_abcdefghijklmnop",
})

/** A service that charges through Stripe as `selling` says, with an offer on sale. */
async function openSelling(t: TestContext, kind: DatabaseKind, selling: (studio: World) => Selling) {
  const studio = await world(t, kind)
  const { payments, standIn } = await openTestStripe(t)
  const app: App = { ...studio.app, payments, now: Date.now, selling: selling(studio) }
  const { callers } = studio
  const offer = await offerOnSale({ app, callers })
  const key = offer.shortKey ?? ""
  let number = 0
  const as = (caller: Caller) => ({ app, caller })
  return {
    ...studio,
    app,
    standIn,
    key,
    /** A number that is never the same. */
    count: () => ++number,
    async add(keys: ReturnType<typeof keysOf>) {
      standIn.addAccount(keys)
      return perform(as(callers.admin), setPaymentAccount, keys)
    },
    remove: (id: string) => perform(as(callers.admin), removePaymentAccount, { id }),
    purchasable: async (caller: Caller = anonymous) => (await perform(as(caller), getOffer, { key })).offer.purchasable,
    page: (caller: Caller = anonymous) => perform(as(caller), getOfferPage, { key }),
    selling: () => perform(as(callers.viewer), getSelling, {}),
    checkout: (buyerEmail = "bo@example.com", caller: Caller = anonymous, at = key) =>
      perform(as(caller), startCheckout, { key: at, buyerEmail }),
    verify: (sessionId: string, caller: Caller = anonymous) => perform(as(caller), verifyPayment, { key, sessionId }),
    form: (sessionId: string) => perform(as(anonymous), getPaymentForm, { key, sessionId }),
    revenue: () => perform(as(callers.member), getRevenue, {}),
    isVerified: (email: string) => isVerifiedAddress(systemContext(app), email),
    /** The secret keys that checkout sessions were opened with. */
    chargedWith: () =>
      standIn.requests
        .filter(({ method, path }) => method === "POST" && path === "/v1/checkout/sessions")
        .map(({ headers }) => headers.authorization?.replace("Bearer ", "")),
  }
}

const own = (): Selling => ({ own: true, installation: [] })
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

onBothDatabases("a free offer sells without any account (selling 17)", async (t, kind) => {
  const shop = await openSelling(t, kind, nobody)
  const free = await offerOnSale({ app: shop.app, callers: shop.callers }, { priceCents: 0, title: "Free" })
  const key = free.shortKey ?? ""

  assert.equal((await perform({ app: shop.app, caller: anonymous }, getOffer, { key })).offer.purchasable, true)
  assert.equal("deliveryUrl" in (await shop.checkout("bo@example.com", anonymous, key)), true)
  assert.deepEqual(shop.chargedWith(), [])
})

onBothDatabases(
  "on test keys only the seller's members can buy, and what they pay verifies no address and is no revenue (selling 5)",
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

onBothDatabases(
  "a checkout of a former account opens with that account's publishable key (selling 6)",
  async (t, kind) => {
    const shop = await openSelling(t, kind, own)
    await shop.add(keysOf("Ada"))
    const sessionId = await checkoutSessionOf(shop.checkout())
    await shop.add(keysOf("Bo"))
    const later = await checkoutSessionOf(shop.checkout("cy@example.com"))

    assert.equal((await shop.form(sessionId)).publishableKey, keysOf("Ada").publishableKey)
    assert.equal((await shop.form(later)).publishableKey, keysOf("Bo").publishableKey)
    await assert.rejects(shop.form("cs_live_none"), { code: "not_found" })
  },
)

type Shop = Awaited<ReturnType<typeof openSelling>>

/** What a run of the property below does, one after the other. */
function stepsOf(shop: Shop, app: App) {
  const { admin } = shop.callers
  const { own, installation } = app.selling
  let mine: { id: string; secretKey: string } | undefined
  return {
    async add(): Promise<void> {
      const keys = keysOf(`No${shop.count()}`)
      shop.standIn.addAccount(keys)
      mine = { id: (await perform({ app, caller: admin }, setPaymentAccount, keys)).id, ...keys }
    },
    async remove(): Promise<void> {
      if (mine) await perform({ app, caller: admin }, removePaymentAccount, { id: mine.id })
      mine = undefined
    },
    async buy(): Promise<void> {
      const before = shop.chargedWith().length
      const isNamed = installation.includes(shop.workspaceId)
      const named = own && mine ? mine.secretKey : isNamed ? "sk_live_installation" : undefined
      const buyerEmail = `buyer${shop.count()}@example.com`
      const checkout = perform({ app, caller: anonymous }, startCheckout, { key: shop.key, buyerEmail })
      if (named === undefined) await assert.rejects(checkout, notForSale)
      else await checkout
      assert.deepEqual(shop.chargedWith().slice(before), named === undefined ? [] : [named])
    },
  }
}

onBothDatabases(
  "whatever SVC_SELLING says and accounts come and go, no charge reaches an account that it does not name (selling 8)",
  async (t, kind) => {
    const shop = await openSelling(t, kind, own)
    const sequences = fc.array(fc.constantFrom("add", "remove", "buy"), { minLength: 1, maxLength: 12 })
    const values = fc.record({
      own: fc.boolean(),
      installation: fc.constantFrom([shop.workspaceId], ["workspace_other"]),
    })
    await fc.assert(
      fc.asyncProperty(values, sequences, async (selling, sequence) => {
        const steps = stepsOf(shop, { ...shop.app, selling })
        for (const step of sequence) await steps[step]()
        await steps.remove()
      }),
      { numRuns: 80 },
    )
  },
)
