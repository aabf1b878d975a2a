import assert from "node:assert/strict"
import { join } from "node:path"
import fc from "fast-check"
import { type SandboxAction, sandboxActions } from "#adapters/payments/sandbox/buyer.ts"
import { callFaults, callOperations, webhookFaults } from "#adapters/payments/sandbox/faults.ts"
import type { SandboxWebhook } from "#adapters/payments/sandbox/webhooks.ts"
import { pauseOffer, receivePaymentEvent, resumeOffer } from "#domains/handover/index.ts"
import { requestRefund } from "#domains/handover/payments/request-refund.ts"
import { ServiceError } from "#kernel/error.ts"
import type { Tripwire } from "../processes/tripwire.ts"
import { audit, auditAtRest, auditRivals, readBooks } from "./money-checker.ts"
import { type Browser, browser, type CheckoutAnswer, type Till } from "./till.ts"

/** A till that can crash, with its clients' state. */
export interface Market {
  till: Till
  tripwire: Tripwire
  /** Requests that clients may repeat, with the last answer. */
  requests: { wish: Wish; kind: "checkout" | "gift"; by: Browser; answer?: CheckoutAnswer }[]
  sessions: { id: string; by: Browser }[]
  /** Sessions for whose payment the processor always reports another amount. */
  lies: Set<string>
  /** Whether the seller has paused the sale: nothing new may be bought or redeemed. */
  isPaused: boolean
  /** How often each command ran, over all runs. */
  counts: Record<string, number>
}

interface Wish {
  buyerEmail?: string
  giftCode?: string
  code?: string
}

/** A code of this market only, since one world has many markets. */
export const codeOf = ({ offer }: Pick<Till, "offer">, name: string) => `${name}-${offer.key}`

type Model = Record<string, never>
type Command = fc.AsyncCommand<Model, Market>

const actions = Object.keys(sandboxActions) as SandboxAction[]
const cards = [
  "4242424242424242",
  "4242424242424242",
  "4000000000000002",
  "4000002500003155",
  "4000000000000259",
  "4000000000005126",
  "4000000000007726",
  "DE89370400440532013000",
  "DE62370400440532013001",
  "DE35370400440532013002",
]

/** One command, with or without a crash. Afterwards the books must be right. Errors other than refusals fail. */
function command(name: string, run: (market: Market) => Promise<unknown>): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(_model, market) {
      const kind = name.split(" ")[0] ?? name
      market.counts[kind] = (market.counts[kind] ?? 0) + 1
      let fault: unknown
      try {
        await run(market)
      } catch (error) {
        if (!(error instanceof ServiceError)) fault = error
      }
      const hadDied = market.tripwire.restart()
      if (hadDied) market.counts.died = (market.counts.died ?? 0) + 1
      if (fault && !hadDied) throw fault
      await check(market, audit)
    },
  }
}

async function check({ till }: Market, judge: typeof audit): Promise<void> {
  const books = await readBooks(till.app.database.read, join(till.folder, "sandbox.db"), till.offer.id)
  assert.deepEqual([...judge(books), ...auditRivals(books)], [])
}

const at = fc.nat({ max: 50 })
const pick = <Item>(items: readonly Item[], place: number): Item | undefined => items[place % (items.length || 1)]
const email = fc.constantFrom("ann@example.com", "Ann@example.com", "bo@example.com", "cy@example.com")

async function ask(market: Market, request: Market["requests"][number]): Promise<CheckoutAnswer> {
  const { till, isPaused } = market
  const before = isPaused && (await till.purchases()).length
  try {
    return await send(market, request)
  } finally {
    if (isPaused) assert.equal((await till.purchases()).length, before, "nothing is bought while the sale is paused")
  }
}

async function send(market: Market, request: Market["requests"][number]): Promise<CheckoutAnswer> {
  const { till } = market
  const { code, giftCode, ...wish } = request.wish
  const ours = (text: string) => codeOf(till, text)
  const answer: CheckoutAnswer =
    request.kind === "checkout"
      ? await till.checkout({ ...wish, ...(giftCode ? { giftCode: ours(giftCode) } : {}) }, request.by)
      : await till.gift({ ...wish, code: ours(code ?? "") }, request.by)
  request.answer = answer
  if (answer.sessionId) market.sessions.push({ id: answer.sessionId, by: request.by })
  return answer
}

function requestOf(kind: "checkout" | "gift", { buyerEmail, ...rest }: Wish & { buyerEmail?: string | undefined }) {
  const wish: Wish = { ...rest, ...(buyerEmail ? { buyerEmail } : {}) }
  return command(`${kind} ${JSON.stringify(wish)}`, async (market) => {
    const requestKey = `${market.till.offer.id}:${market.requests.length}`
    const request = { kind, wish, by: browser({ requestKey, ...fromNetwork(market) }) }
    market.requests.push(request)
    await ask(market, request)
  })
}

/** Every third browser uses the same network, so that its limits apply. */
const fromNetwork = ({ till, requests }: Market) => (requests.length % 3 ? {} : { network: `shared-${till.offer.key}` })

/** A browser repeats its request for the same address, unchanged or with another code. */
const again = fc.tuple(at, fc.constantFrom("same", "same", undefined, "FIVE", "SIXTY")).map(([place, giftCode]) =>
  command(`again ${place} ${giftCode}`, async (market) => {
    const earlier = pick(market.requests, place)
    const buyerEmail = earlier?.wish.buyerEmail
    if (earlier?.kind !== "checkout" || !buyerEmail) return
    const { requestKey, ...by } = earlier.by
    const wish = giftCode === "same" ? earlier.wish : { buyerEmail, ...(giftCode ? { giftCode } : {}) }
    const answer = await ask(market, { kind: "checkout", wish, by })
    const before = earlier.answer?.sessionId
    const sessions = await market.till.purchases()
    const isOpen = sessions.some(({ checkout_session_id, state }) => checkout_session_id === before && state === "open")
    if (giftCode === "same" && isOpen) assert.equal(answer.sessionId, before, "it gets its own session back")
  }),
)

const checkout = fc
  .record({ buyerEmail: email, giftCode: fc.constantFrom(undefined, undefined, "FIVE", "SIXTY", "FULL") })
  .map(({ buyerEmail, giftCode }) => requestOf("checkout", giftCode ? { buyerEmail, giftCode } : { buyerEmail }))

const gift = fc
  .record({ code: fc.constantFrom("FULL", "FULL", "FIVE"), buyerEmail: fc.option(email, { nil: undefined }) })
  .map(({ code, buyerEmail }) => requestOf("gift", buyerEmail ? { code, buyerEmail } : { code }))

/** A whole sale, so that its possible consequences occur often. */
const sale = fc.tuple(email, fc.constantFrom("4242424242424242", ...cards)).map(([buyerEmail, card]) =>
  command(`sale ${buyerEmail} ${card}`, async (market) => {
    const request = { kind: "checkout" as const, wish: { buyerEmail }, by: browser() }
    await ask(market, request)
    await market.till.sandbox.pay(market.sessions.at(-1)?.id ?? "", { card })
    await market.till.deliver()
  }),
)

const repeat = at.map((place) =>
  command(`repeat ${place}`, async (market) => {
    const request = pick(market.requests, place)
    if (request) await ask(market, request)
  }),
)

const pay = fc.tuple(at, fc.constantFrom(...cards)).map(([place, card]) =>
  command(`pay ${place} ${card}`, async ({ sessions, till }) => {
    const session = pick(sessions, place)
    if (session) await till.sandbox.pay(session.id, { card })
  }),
)

const act = fc.tuple(at, fc.constantFrom(...actions)).map(([place, action]) =>
  command(`act ${place} ${action}`, async ({ sessions, till }) => {
    const session = pick(sessions, place)
    if (session) await till.sandbox.act(session.id, action)
  }),
)

const verify = at.map((place) =>
  command(`verify ${place}`, async ({ sessions, till }) => {
    const session = pick(sessions, place)
    if (!session) return
    const { paid, pending, fulfilled } = await till.verify(session.id, session.by)
    assert.ok(!(paid && pending) && !(fulfilled && !paid))
  }),
)

const fates = fc.array(fc.constantFrom("taken", "taken", "late", "lost"), { minLength: 5, maxLength: 5 })

/** Receives some of the waiting webhooks twice, optionally in reverse order; the others are repeated later. */
const deliver = fc.tuple(fates, fc.boolean()).map(([fates, turned]) =>
  command(`deliver ${fates}${turned ? " turned" : ""}`, async ({ till }) => {
    const receive = async ({ processorAccount, body, headers }: SandboxWebhook) => {
      const event = till.sandbox.readEvent({ id: "installation" }, Buffer.from(body), headers)
      await receivePaymentEvent(till.cx, processorAccount, event)
    }
    for (const webhook of turned ? till.sandbox.pendingWebhooks().reverse() : []) {
      await receive(webhook)
      await till.work()
    }
    let n = 0
    await till.sandbox.deliver(async (webhook) => {
      const fate = fates[n++ % fates.length]
      if (fate === "late") return 500
      // The processor repeats its webhooks for days. Webhooks that the reconciler does not replace must not get lost.
      if (fate === "lost" && webhook.type.startsWith("checkout.session.")) return 200
      await receive(webhook)
      await receive(webhook)
      return 200
    })
    await till.work()
  }),
)

const work = fc.constant(command("work", ({ till }) => till.work()))
const reconcile = fc.constant(command("reconcile", ({ till }) => till.reconcile()))

/** A refund by the seller's button, or in the processor's own dashboard. */
const refund = fc.tuple(at, fc.constantFrom("ours", "all", "part")).map(([place, by]) =>
  command(`refund ${place} ${by}`, async ({ till, sessions }) => {
    const session = pick(sessions, place)
    const purchase = (await till.purchases()).find(({ checkout_session_id }) => checkout_session_id === session?.id)
    if (!purchase) return
    if (by === "ours") return till.cx.atomically((cx) => requestRefund(cx, purchase, "The seller gave it back."))
    if (!purchase.payment_id) return
    const amountCents = by === "all" ? purchase.charged_cents : 1
    const request = { paymentId: purchase.payment_id, amountCents, idempotencyKey: `${purchase.id}:${by}:${place}` }
    await till.sandbox.refund({ id: "installation" }, request).catch(() => undefined)
  }),
)

/** The seller pauses or resumes the sale. */
const pause = fc.constantFrom(pauseOffer, resumeOffer, resumeOffer).map((action) =>
  command(action === pauseOffer ? "pause" : "resume", async (market) => {
    const { state } = await market.till.act("member", action, { id: market.till.offer.id })
    market.isPaused = state === "paused"
  }),
)

const wait = fc
  .constantFrom(1, 4, 15, 46, 26 * 60)
  .map((minutes) => command(`wait ${minutes}`, async ({ till }) => till.clock.advance(minutes * 60_000)))

const breakCall = fc
  .tuple(
    fc.constantFrom("openSession", ...callOperations),
    fc.constantFrom(...(Object.keys(callFaults) as (keyof typeof callFaults)[]).filter((kind) => kind !== "slow")),
  )
  .map(([operation, kind]) =>
    command(`break ${operation} ${kind}`, async ({ till }) => till.sandbox.planFault({ operation, kind })),
  )

const breakWebhook = fc
  .constantFrom(...(Object.keys(webhookFaults) as (keyof typeof webhookFaults)[]).filter((kind) => kind !== "forged"))
  .filter((kind) => kind !== "stale" && kind !== "lost")
  .map((kind) =>
    command(`breakWebhook ${kind}`, async ({ till }) => till.sandbox.planFault({ operation: "webhook", kind })),
  )

/** The processor's fault is permanent: its report of this payment, if it comes, never matches. */
const lie = at.map((place) =>
  command(`lie ${place}`, async ({ sessions, lies, till }) => {
    const session = pick(sessions, place)
    const purchase = (await till.purchases()).find(({ checkout_session_id }) => checkout_session_id === session?.id)
    if (session && purchase?.paid_at === null) lies.add(session.id)
  }),
)

/** The process crashes at some step of a command, and is restarted. */
const crash = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.oneof(checkout, checkout, verify, deliver, repeat, gift, reconcile, work))
  .map(([step, dying]) =>
    command(`crash ${step} in ${dying}`, (market) => {
      market.tripwire.arm(step)
      return dying.run({}, market)
    }),
  )

/** Everything that can happen at a till, with likelier commands more often. */
export const moneyCommands = [
  sale,
  sale,
  checkout,
  checkout,
  pay,
  pay,
  verify,
  deliver,
  gift,
  again,
  again,
  repeat,
  act,
  work,
  reconcile,
  refund,
  pause,
  wait,
  breakCall,
  breakCall,
  breakWebhook,
  lie,
  crash,
  crash,
]

/** Settles everything: faults end, clients have repeated their requests, time has passed. */
export async function settleMarket(market: Market): Promise<void> {
  const { till, tripwire } = market
  tripwire.restart()
  till.sandbox.clearFaults()
  for (const minutes of [5, 60, 60, 300, 300, 600, 1500, 3000]) {
    till.clock.advance(minutes * 60_000)
    await till.deliver()
    await till.reconcile()
  }
  await check(market, auditAtRest)
  for (const request of market.requests) await askForGood(market, request)
  await check(market, audit)
  till.clock.advance(46 * 60_000) // the restarted ones end unpaid
  await till.deliver()
  await till.reconcile()
  await check(market, auditAtRest)
}

/** A client that repeats its request without faults gets its answer, or a final refusal. */
async function askForGood(market: Market, request: Market["requests"][number]): Promise<void> {
  await ask(market, request).catch((error) => {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error
  })
}
