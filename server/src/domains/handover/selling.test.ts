import assert from "node:assert/strict"
import { test } from "node:test"
import type { Outside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { networkCap } from "./checkouts/network-cap.ts"
import { paymentUnderWay, unitsHeld } from "./handover-errors.ts"
import { availabilityOf, hasUnit, isChargeable, isForSale } from "./offers/public-offer.ts"
import { chooseProcessorAccount, isTestSale, type SellerProcessorAccounts } from "./selling.ts"

const own = { id: "pa_1", publishableKey: "pk_live_51Ada", state: "ready" as const }
const accounts = { workspaceId: "w1" as WorkspaceId, own, installation: "ready" as const }
const installationOnly: SellerProcessorAccounts = { ...accounts, own: null }

/** The payments of a real processor with live keys, or of the sandbox. */
function payments({ name = "stripe", isLive = true } = {}): Outside["payments"] {
  const rules = { minimumCents: 50, maximumCents: 99_999_999, stepCents: 1 }
  return { name, isLive: () => isLive, amountRules: () => rules } as never
}
const everybody = { payments: payments(), selling: { own: true, installation: "everybody" as const } }

test("a workspace sells on its own account, and never falls back to the installation's", () => {
  assert.deepEqual(chooseProcessorAccount(everybody, accounts), { id: "pa_1" })
  const stopped = { ...accounts, own: { ...own, state: "stopped" as const } }
  assert.deepEqual(chooseProcessorAccount(everybody, stopped), { obstacle: "stopped" })
})

test("a workspace sells on the installation's account where the setting allows it", () => {
  const named = (...installation: string[]) => ({ ...everybody, selling: { own: true, installation } })
  assert.deepEqual(chooseProcessorAccount(everybody, installationOnly), { id: "installation" })
  assert.deepEqual(chooseProcessorAccount(named("w1"), installationOnly), { id: "installation" })
  assert.deepEqual(chooseProcessorAccount(named("w2"), installationOnly), { obstacle: "no-account" })
  const stopped = { ...installationOnly, installation: "stopped" as const }
  assert.deepEqual(chooseProcessorAccount(everybody, stopped), { obstacle: "stopped" })
  const withoutOwn = { ...everybody, selling: { own: false, installation: "everybody" as const } }
  assert.deepEqual(chooseProcessorAccount(withoutOwn, accounts), { id: "installation" })
})

test("a sale is a test on the test keys of a real processor alone", () => {
  const testKeys = { ...accounts, own: { ...own, publishableKey: "pk_test_51Ada" } }
  assert.equal(isTestSale(everybody, "pa_1", accounts), false)
  assert.equal(isTestSale(everybody, "pa_1", testKeys), true)
  assert.equal(isTestSale(everybody, "installation", testKeys), false)
  const notLive = { ...everybody, payments: payments({ isLive: false }) }
  assert.equal(isTestSale(notLive, "installation", installationOnly), true)
  const sandbox = { ...everybody, payments: payments({ name: "sandbox", isLive: false }) }
  assert.equal(isTestSale(sandbox, "installation", installationOnly), false)
})

test("an offer is for sale when it is free or can be charged, and on test keys to its own members alone", () => {
  const paid = { priceCents: 1_900, processorAccounts: accounts, isOwnWorkspace: false }
  const testKeys = { ...accounts, own: { ...own, publishableKey: "pk_test_51Ada" } }
  const none = { own: true, installation: [] }
  assert.equal(isForSale(everybody, paid), true)
  assert.equal(isForSale(everybody, { ...paid, processorAccounts: testKeys }), false)
  assert.equal(isForSale(everybody, { ...paid, processorAccounts: testKeys, isOwnWorkspace: true }), true)
  assert.equal(isForSale({ ...everybody, selling: none }, { ...paid, processorAccounts: installationOnly }), false)
  assert.equal(
    isForSale({ ...everybody, selling: none }, { ...paid, priceCents: 0, processorAccounts: installationOnly }),
    true,
  )
})

test("an amount is charged from the minimum to the maximum, in steps, or not at all", () => {
  const rules = { minimumCents: 50, maximumCents: 1_000, stepCents: 10 }
  const chargeable = [0, 50, 60, 1_000]
  const refused = [-10, 10, 40, 55, 1_010]
  for (const cents of chargeable) assert.equal(isChargeable(rules, cents), true, `${cents}`)
  for (const cents of refused) assert.equal(isChargeable(rules, cents), false, `${cents}`)
})

test("an offer has a unit until its limit is reached", () => {
  assert.equal(hasUnit({ stockLimit: null, unitsTaken: 9 }), true)
  assert.equal(hasUnit({ stockLimit: 3, unitsTaken: 2 }), true)
  assert.equal(hasUnit({ stockLimit: 3, unitsTaken: 3 }), false)
})

test("strangers see whether an offer is available, sold out or unavailable", () => {
  const offer = {
    ...{ priceCents: 1_900, currency: "usd", stockLimit: 3, unitsTaken: 2, pausedAt: null },
    processorAccounts: accounts,
  }
  assert.equal(availabilityOf(everybody, offer), "available")
  assert.equal(availabilityOf(everybody, { ...offer, unitsTaken: 3 }), "sold out")
  assert.equal(availabilityOf(everybody, { ...offer, pausedAt: 1 }), "unavailable")
  assert.equal(availabilityOf(everybody, { ...offer, priceCents: 49 }), "unavailable")
  const stopped = { ...accounts, own: { ...own, state: "stopped" as const } }
  assert.equal(availabilityOf(everybody, { ...offer, processorAccounts: stopped }), "unavailable")
})

test("a network holds its share of an offer's units, and two at least", () => {
  const capsOf = (percent: number) => [1, 5, 6, 39, 100].map((units) => networkCap(units, percent))
  assert.deepEqual(capsOf(50), [2, 2, 3, 19, 50])
  assert.deepEqual(capsOf(10), [2, 2, 2, 3, 10])
})

test("a refusal says in whole minutes when held units become free", () => {
  const now = 1_000_000
  const waitOf = (freeAt: number | null) => {
    const { hint, retryAfterSeconds } = unitsHeld({ units: 1, cents: 0, freeAt }, now)
    return [/in (\d+) min/.exec(hint ?? "")?.[1], retryAfterSeconds]
  }
  assert.deepEqual(waitOf(now), ["1", 1])
  assert.deepEqual(waitOf(now + 60_000), ["1", 60])
  assert.deepEqual(waitOf(now + 60_001), ["2", 61])
  assert.deepEqual(waitOf(null), ["60", 3_600])
  assert.deepEqual(
    [paymentUnderWay("paid"), paymentUnderWay("pending_async")].map((one) => one.retryAfterSeconds),
    [60, 3_600],
  )
})
