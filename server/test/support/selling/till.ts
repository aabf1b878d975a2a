import type { TestContext } from "node:test"
import type { z } from "zod"
import { anonymous, type Caller } from "#access/context.ts"
import type { Exchange } from "#access/exchange.ts"
import { perform } from "#access/perform.ts"
import type { SeenPrice } from "#contract/seen-price.ts"
import {
  enqueueStuckPurchases,
  getOffer,
  getPaymentForm,
  receivePaymentEvent,
  redeemGift,
  reviewUnclearMoney,
  startCheckout,
  verifyPayment,
} from "#domains/handover/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { type DatabaseKind, usualKind } from "../databases/test-databases.ts"
import { type World, world } from "../worlds/world.ts"
import { offerOnSale } from "./shop.ts"
import { type TillRows, tillRows } from "./till-rows.ts"

/** A caller with the parts of its request; `kept` and `isStored` are results of the answer. */
export interface Browser {
  caller: Caller
  requestKey?: string
  network?: string
  seenPrice?: SeenPrice
  proofs: string[]
  isStored: boolean
}

/** Sells the offer to a buyer by a card, and delivers it. Returns the checkout session's id. */
export async function sell(till: Till, buyerEmail: string): Promise<string> {
  const { sessionId = "" } = await till.checkout({ buyerEmail })
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  await till.verify(sessionId)
  await till.deliver()
  return sessionId
}

export function browser(changes: Partial<Browser> = {}): Browser {
  return { caller: anonymous, proofs: [], isStored: true, ...changes }
}

export type Till = World & Buying & Clockwork & TillRows & { offer: { id: string; key: string } }

/** The buyers' side of the till. */
interface Buying {
  getOffer(by?: Browser): Promise<z.output<typeof getOffer.output>>
  checkout(wish: { buyerEmail?: string; giftCode?: string }, by?: Browser): Promise<CheckoutAnswer>
  verify(sessionId: string, by?: Browser): Promise<z.output<typeof verifyPayment.output>>
  form(sessionId: string): Promise<z.output<typeof getPaymentForm.output>>
  gift(wish: { code: string; buyerEmail?: string }, by?: Browser): Promise<GiftAnswer>
  /** Opens concurrent checkouts of bo@example.com, in three spellings, from before an address had only one. */
  openRivals(count: number): Promise<string[]>
}

/** The automatic work behind the till. */
interface Clockwork {
  /** Receives every due webhook, like the webhook surface, and runs the outbox's jobs. */
  deliver(): Promise<void>
  /** Runs the jobs in the outbox. */
  work(): Promise<void>
  /** Runs the reconciler, and then the outbox's jobs. */
  reconcile(): Promise<void>
}

export interface CheckoutAnswer {
  clientSecret?: string
  sessionId?: string
  alreadyOwned?: boolean
  deliveryUrl?: string
}

export interface GiftAnswer {
  type: "amount" | "full"
  discountCents?: number
  remainingCents?: number
  deliveryUrl?: string
}

/** A world with one offer on sale (USD 19.00, two files), and all operations of its till. */
export async function openTill(
  t: TestContext,
  kind: DatabaseKind = usualKind,
  offerChanges: { title?: string; priceCents?: number; stockLimit?: number | null; currency?: string } = {},
): Promise<Till> {
  const studio = await world(t, kind)
  const sold = await offerOnSale(studio, offerChanges)
  return tillOf(studio, { id: sold.id, key: sold.shortKey ?? "" })
}

/** The till of an offer in an existing world. */
export function tillOf(studio: World, offer: { id: string; key: string }): Till {
  return {
    ...studio,
    offer,
    ...buying(studio, offer.key),
    ...clockwork(studio),
    ...tillRows(studio, offer.id),
  }
}

function buying({ app }: World, key: string): Buying {
  const asking = (by = browser()) => ({ app, caller: by.caller, exchange: exchangeOf(by) })
  return {
    getOffer: (by) => perform(asking(by), getOffer, { key }),
    checkout: ({ buyerEmail = "bo@example.com", ...wish }, by) =>
      perform(asking(by), startCheckout, { key, buyerEmail, ...wish }),
    verify: (sessionId, by) => perform(asking(by), verifyPayment, { key, sessionId }),
    form: (sessionId) => perform(asking(), getPaymentForm, { key, sessionId }),
    gift: (wish, by) => perform(asking(by), redeemGift, { key, ...wish }),
    openRivals: async (count) => {
      const sessionIds: string[] = []
      for (let n = 0; n < count; n += 1) {
        const wish = { key, buyerEmail: `rival${n}@example.com` }
        const answer: CheckoutAnswer = await perform({ app, caller: anonymous }, startCheckout, wish)
        const sessionId = answer.sessionId ?? ""
        const before = { buyer_email: `${["bo", "Bo", "BO"][n % 3]}@example.com`, network: null }
        await app.database.transaction((db) =>
          db.updateTable("purchases").set(before).where("checkout_session_id", "=", sessionId).execute(),
        )
        sessionIds.push(sessionId)
      }
      return sessionIds
    },
  }
}

function clockwork({ app, cx, sandbox }: World): Clockwork {
  const work = async () => void (await runDueJobs(app, jobs))
  return {
    work,
    deliver: async () => {
      await sandbox.deliver(async ({ processorAccount, body, headers }) => {
        const event = sandbox.readEvent({ id: "installation" }, Buffer.from(body), headers)
        await receivePaymentEvent(cx, processorAccount, event)
        return 200
      })
      await work()
    },
    reconcile: async () => {
      await enqueueStuckPurchases(cx)
      await work()
      await reviewUnclearMoney(cx)
      await work()
    },
  }
}

function exchangeOf(by: Browser): Exchange {
  return {
    ...(by.requestKey === undefined ? {} : { requestKey: by.requestKey }),
    ...(by.network === undefined ? {} : { network: by.network }),
    seenPrice: by.seenPrice,
    buyerProofs: by.proofs,
    keepBuyerProof: (proof) => {
      by.proofs = [...new Set([...by.proofs, proof])]
    },
    doNotStore: () => {
      by.isStored = false
    },
  }
}
