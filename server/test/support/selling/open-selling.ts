import type { TestContext } from "node:test"
import { anonymous, type Caller, type Selling } from "#access/context.ts"
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
import type { DatabaseKind } from "../databases/test-databases.ts"
import { type World, world } from "../worlds/world.ts"
import { offerOnSale } from "./shop.ts"
import { openTestStripe } from "./stripe-account.ts"

/** The keys of a Stripe account with a name. */
export const keysOf = (name: string, mode = "live") => ({
  secretKey: `sk_${mode}_51${name}Secret`,
  publishableKey: `pk_${mode}_51${name}Public`,
  webhookSecret: "whsec_abcdefghijklmnop",
})

/** A service that charges through Stripe as `selling` says, with an offer on sale. */
export async function openSelling(t: TestContext, kind: DatabaseKind, selling: (studio: World) => Selling) {
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

/** Every workspace sells on its own account alone. */
export const own = (): Selling => ({ own: true, installation: [] })
