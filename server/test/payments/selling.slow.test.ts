import assert from "node:assert/strict"
import fc from "fast-check"
import { anonymous } from "#access/context.ts"
import { type App, perform } from "#access/perform.ts"
import { removePaymentAccount, setPaymentAccount, startCheckout } from "#domains/handover/index.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { keysOf, openSelling, own } from "#test/support/selling/open-selling.ts"

const notForSale = { code: "conflict", message: "This offer isn't for sale right now." }

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
  "no charge reaches an account that SVC_SELLING does not name, although accounts are added and removed",
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
