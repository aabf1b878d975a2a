import { DatabaseSync } from "node:sqlite"
import type { ReadDb } from "#storage/database.ts"
import type { Schema } from "#storage/schema.ts"

/**
 * An auditor: compares the sandbox processor's own books with the service's tables, without using the code that writes
 * them. It shares no code with the rules, and deliberately restates them.
 */

interface Charge {
  id: string
  reference: string
  amount_cents: number
  payment_id: string
  card: string | null
  dispute: string | null
  refunded_cents: number
}

type Purchase = Schema["purchases"]

export interface Books {
  charges: Charge[]
  /** How many sessions the processor has for each purchase. */
  sessionCounts: { reference: string; sessions: number }[]
  /** Sessions that can still be paid. */
  openSessions: { id: string; buyer_email: string }[]
  purchases: Purchase[]
  codes: Schema["gift_codes"][]
  offer: Schema["offers"]
  /** All entries that were ever unclear money. */
  unclear: Schema["unclear_money"][]
}

const owning = ["fulfilled", "comped", "disputed"]
const ended = ["expired", "failed", "refunding", "refunded"]
/** States in which a late payment may have no unit, until it has been processed. */
const late = ["paid", "pending_async", "fulfil_failed"]
const underway = ["created", "open", "pending_async", "paid", "fulfil_failed"]

/** Reads both sides' books for one offer. */
export async function readBooks(db: ReadDb, sandboxPath: string, offerId: string): Promise<Books> {
  const purchases = await db.selectFrom("purchases").selectAll().where("offer_id", "=", offerId).execute()
  const codes = await db.selectFrom("gift_codes").selectAll().where("offer_id", "=", offerId).execute()
  const offer = await db.selectFrom("offers").selectAll().where("id", "=", offerId).executeTakeFirstOrThrow()
  const unclear = await db
    .selectFrom("unclear_money")
    .selectAll()
    .where("purchase_id", "in", (of) => of.selectFrom("purchases").select("id").where("offer_id", "=", offerId))
    .execute()
  const processor = new DatabaseSync(sandboxPath, { readOnly: true })
  const charges = processor
    .prepare(
      `select sessions.*, (select coalesce(sum(amount_cents), 0) from refunds
         where refunds.payment_id = sessions.payment_id and status <> 'failed') as refunded_cents
       from sessions where offer_id = ? and payment = 'paid'`,
    )
    .all(offerId) as unknown as Charge[]
  const sessionCounts = processor
    .prepare("select reference, count(*) as sessions from sessions where offer_id = ? group by reference")
    .all(offerId) as unknown as Books["sessionCounts"]
  const openSessions = processor
    .prepare("select id, buyer_email from sessions where offer_id = ? and status = 'open'")
    .all(offerId) as unknown as Books["openSessions"]
  processor.close()
  return { charges, sessionCounts, openSessions, purchases, codes, offer, unclear }
}

/** The violated rules of money, in words; empty when the books are right at this moment. */
export function audit(books: Books): string[] {
  return [
    ...auditCharges(books),
    ...auditSessions(books),
    ...auditOwners(books),
    ...books.codes.flatMap((code) => auditCode(code, books.purchases)),
    ...auditStock(books),
    ...books.purchases.flatMap(auditPurchase),
  ]
}

/** Further rules that must hold once everything has settled. */
export function auditAtRest(books: Books): string[] {
  const waiting = books.purchases.filter(({ state }) => underway.includes(state) && state !== "fulfil_failed")
  // A charge about which the processor keeps lying is booked as the processor says.
  const isClear = (sessionId: string | null) =>
    !books.unclear.some(({ checkout_session_id }) => checkout_session_id === sessionId)
  const charges = books.charges.filter(({ id }) => isClear(id))
  const purchases = books.purchases.filter(({ checkout_session_id }) => isClear(checkout_session_id))
  const taken = sum(charges, (charge) => charge.amount_cents)
  const booked = sum(purchases, (purchase) => purchase.charged_cents)
  const returned = sum(charges, (charge) => charge.refunded_cents)
  const bookedBack = sum(purchases, (purchase) => purchase.refunded_cents)
  return [
    ...audit(books),
    ...waiting.map(({ id, state }) => `${id} is still ${state}`),
    ...books.codes
      .filter(({ id, held_cents }) => held_cents !== heldByListed(books, id))
      .map(({ id }) => `${id} still holds something`),
    ...(taken === booked ? [] : [`the processor took ${taken}, we booked ${booked}`]),
    ...(returned === bookedBack ? [] : [`the processor paid back ${returned}, we booked ${bookedBack}`]),
    ...books.charges.flatMap((charge) => auditEnd(charge, books)),
  ]
}

/** A payment that cannot be matched keeps its holds until people have settled it. */
function heldByListed({ purchases }: Books, codeId: string): number {
  const listed = purchases.filter(({ state, gift_code_id }) => state === "fulfil_failed" && gift_code_id === codeId)
  return sum(listed, ({ discount_cents }) => discount_cents)
}

function auditCharges({ charges, purchases, unclear }: Books): string[] {
  return charges.flatMap((charge) => {
    const explained = purchases.filter(({ checkout_session_id }) => checkout_session_id === charge.id)
    const [purchase] = explained
    if (!purchase || explained.length > 1) return [`charge ${charge.id} is explained ${explained.length} times`]
    const wrong: string[] = []
    if (purchase.id !== charge.reference) wrong.push(`charge ${charge.id} is booked on another purchase`)
    if (purchase.state === "comped") {
      wrong.push(`charge ${charge.id} belongs to a purchase that is ${purchase.state}`)
    }
    const isListed = unclear.some(({ checkout_session_id }) => checkout_session_id === charge.id)
    if (!isListed && purchase.paid_at !== null && purchase.charged_cents !== charge.amount_cents) {
      wrong.push(`charge ${charge.id} is booked as ${purchase.charged_cents} instead of ${charge.amount_cents}`)
    }
    if (charge.refunded_cents > charge.amount_cents) wrong.push(`charge ${charge.id} is paid back more than once`)
    return wrong
  })
}

/** A charge's valid ends, by the processor's report: delivered, refunded, or on the list and mailed. */
function auditEnd(charge: Charge, { purchases, unclear }: Books): string[] {
  const entry = unclear.find(
    ({ checkout_session_id, settled_at }) => checkout_session_id === charge.id && settled_at === null,
  )
  if (entry) {
    const isMailed = entry.seller_mailed_at !== null && entry.operator_mailed_at !== null
    return isMailed ? [] : [`charge ${charge.id} is on the list, and no mail was sent`]
  }
  const state = purchases.find(({ checkout_session_id }) => checkout_session_id === charge.id)?.state ?? "missing"
  const isPaidBack = charge.refunded_cents === charge.amount_cents
  const cannotBePaidBack = charge.card === "4000000000005126" || charge.dispute !== null
  const kept = charge.dispute === "open" || charge.dispute === "lost" ? "disputed" : "fulfilled"
  const allowed = isPaidBack ? ["refunded"] : [kept, ...(cannotBePaidBack ? ["refunding"] : [])]
  const fate = `paid back: ${isPaidBack}, dispute: ${charge.dispute}, card ${charge.card}`
  return allowed.includes(state) ? [] : [`charge ${charge.id} (${fate}) ends ${state}`]
}

/** Every further session was requested with a new key, after a response that allowed it. */
function auditSessions({ sessionCounts, purchases }: Books): string[] {
  return sessionCounts
    .filter(({ reference, sessions }) => sessions > (purchases.find(({ id }) => id === reference)?.attempt ?? 0))
    .map(({ reference, sessions }) => `${reference} has ${sessions} sessions at the processor`)
}

function auditOwners({ purchases }: Books): string[] {
  const owners = purchases
    .filter(({ state, dispute }) => owning.includes(state) && dispute !== "lost")
    .flatMap(({ buyer_email }) => (buyer_email === null ? [] : [buyer_email.toLowerCase()]))
  return [...new Set(owners)]
    .filter((email) => owners.indexOf(email) !== owners.lastIndexOf(email))
    .map((email) => `${email} owns the offer twice`)
}

/** One address is never asked to pay twice: not by two sessions, and not for a second purchase. */
export function auditRivals({ openSessions, purchases }: Books): string[] {
  const payable = openSessions
    .filter(({ id }) => purchases.some(({ checkout_session_id }) => checkout_session_id === id))
    .map(({ buyer_email }) => buyer_email.toLowerCase())
  const twice = purchases.filter(({ charged_cents, reason }) => charged_cents > 0 && /already owns/.test(reason ?? ""))
  return [
    ...[...new Set(payable)]
      .filter((email) => payable.indexOf(email) !== payable.lastIndexOf(email))
      .map((email) => `${email} can pay two sessions`),
    ...twice.map(({ id }) => `${id} charged an owner a second time`),
  ]
}

function auditCode(code: Schema["gift_codes"], purchases: Purchase[]): string[] {
  const uses = purchases.filter(({ gift_code_id }) => gift_code_id === code.id)
  const held = uses.filter(({ gift_state }) => gift_state === "held")
  const spent = uses.filter(({ gift_state }) => gift_state === "spent")
  const worth = (rows: Purchase[]) => (code.kind === "full" ? 0 : sum(rows, ({ discount_cents }) => discount_cents))
  const wrong: string[] = []
  if (code.held_cents !== worth(held)) wrong.push(`${code.id} holds ${code.held_cents}, not ${worth(held)}`)
  if (code.spent_cents !== worth(spent)) wrong.push(`${code.id} spent ${code.spent_cents}, not ${worth(spent)}`)
  if (code.uses !== held.length + spent.length) wrong.push(`${code.id} counts ${code.uses} uses`)
  if (worth(held) + worth(spent) > code.balance_cents) wrong.push(`${code.id} gave more than it held`)
  if (code.max_uses !== null && held.length + spent.length > code.max_uses) wrong.push(`${code.id} was used too often`)
  return wrong
}

function auditStock({ offer, purchases }: Books): string[] {
  const taken = purchases.filter((row) => row.unit_taken_at !== null && row.unit_released_at === null).length
  const wrong: string[] = []
  if (offer.stock_limit !== null && taken !== offer.units_taken)
    wrong.push(`${taken} units are out, the offer counts ${offer.units_taken}`)
  if (offer.stock_limit !== null && taken > offer.stock_limit) wrong.push(`${taken} of ${offer.stock_limit} units sold`)
  return wrong
}

function auditPurchase(purchase: Purchase): string[] {
  const { id, state, price_cents, discount_cents, amount_cents, gift_state, unit_released_at } = purchase
  const wrong: string[] = []
  const isLost = state === "disputed" && purchase.dispute === "lost" // with or without its holds
  if (price_cents !== discount_cents + amount_cents) wrong.push(`${id} does not add up`)
  if (!isLost && !late.includes(state) && ended.includes(state) !== (unit_released_at !== null))
    wrong.push(`${id} (${state}): unit`)
  if (gift_state === "held" && !underway.includes(state)) wrong.push(`${id} (${state}) still holds a gift`)
  if (gift_state === "spent" && !owning.includes(state)) wrong.push(`${id} (${state}) has spent a gift`)
  if (!isLost && gift_state !== "spent" && gift_state !== null && owning.includes(state))
    wrong.push(`${id} got its gift for nothing`)
  if (state === "comped" && amount_cents !== 0) wrong.push(`${id} is comped with ${amount_cents} to pay`)
  if (state === "fulfilled" && purchase.charged_cents !== amount_cents) wrong.push(`${id} was handed over unpaid`)
  return wrong
}

function sum<Row>(rows: Row[], cents: (row: Row) => number): number {
  return rows.reduce((total, row) => total + cents(row), 0)
}
