import type { CheckoutSession, CheckoutSessionRequest, Listing, Refund } from "../port.ts"
import type { SandboxFile } from "./file.ts"

export interface CheckoutSessionRow {
  id: string
  account: string
  reference: string
  offer_id: string
  amount_cents: number
  currency: string
  title: string
  buyer_email: string
  return_url: string
  expires_at: number
  created_at: number
  status: CheckoutSession["status"]
  payment: CheckoutSession["payment"]
  /** The number that paid; it decides what refunds and disputes do later. */
  card: string | null
  payment_id: string | null
  /** When a delayed payment finishes; null when none is under way. */
  settles_at: number | null
  paid_at: number | null
  /** `open` and `lost` prevent a refund. Null before the first dispute. */
  dispute: "open" | "won" | "lost" | null
  gift_code_id: string | null
  gift_cents: number | null
}

export interface RefundRow {
  id: string
  payment_id: string
  amount_cents: number
  status: Refund["status"]
  settles_at: number | null
  created_at: number
}

export function insertCheckoutSession(
  file: SandboxFile,
  row: Pick<CheckoutSessionRow, "id" | "account" | "created_at">,
  request: CheckoutSessionRequest,
): void {
  const { reference, currency, title } = request
  file.insert("sessions", {
    ...row,
    reference,
    currency,
    title,
    offer_id: request.offerId,
    amount_cents: request.amountCents,
    buyer_email: request.buyerEmail,
    return_url: request.returnUrl,
    expires_at: request.expiresAt,
    gift_code_id: request.gift?.codeId ?? null,
    gift_cents: request.gift?.discountCents ?? null,
    status: "open",
    payment: "unpaid",
  })
}

export function findCheckoutSessionRow(file: SandboxFile, id: string): CheckoutSessionRow | undefined {
  return file.row<CheckoutSessionRow>("select * from sessions where id = ?", id)
}

export function findPaymentRow(file: SandboxFile, paymentId: string): CheckoutSessionRow | undefined {
  return file.row<CheckoutSessionRow>("select * from sessions where payment_id = ?", paymentId)
}

export function listCheckoutSessionRows(file: SandboxFile, reference: string): CheckoutSessionRow[] {
  return file.rows<CheckoutSessionRow>("select * from sessions where reference = ? order by rowid", reference)
}

/** Lists a processor account's checkout sessions created since `createdFrom`, newest first, before the cursor's. */
export function listNewestRows(
  file: SandboxFile,
  processorAccount: string,
  { createdFrom, cursor, limit }: Listing & { limit: number },
): CheckoutSessionRow[] {
  return file.rows<CheckoutSessionRow>(
    `select * from sessions where account = ? and created_at >= ?
       and (? is null or rowid < (select rowid from sessions as last where last.id = ?)) order by rowid desc limit ?`,
    processorAccount,
    createdFrom,
    cursor ?? null,
    cursor ?? null,
    limit,
  )
}

export function updateCheckoutSession(file: SandboxFile, row: CheckoutSessionRow): CheckoutSessionRow {
  file.run(
    "update sessions set status = ?, payment = ?, card = ?, payment_id = ?, settles_at = ?, paid_at = ?, dispute = ? where id = ?",
    row.status,
    row.payment,
    row.card,
    row.payment_id,
    row.settles_at,
    row.paid_at,
    row.dispute,
    row.id,
  )
  return row
}

export function listOverdueCheckoutSessions(file: SandboxFile, now: number): CheckoutSessionRow[] {
  return file.rows<CheckoutSessionRow>("select * from sessions where status = 'open' and expires_at <= ?", now)
}

export function listSettlingCheckoutSessions(file: SandboxFile, now: number): CheckoutSessionRow[] {
  return file.rows<CheckoutSessionRow>("select * from sessions where settles_at <= ?", now)
}

export function insertRefund(file: SandboxFile, row: RefundRow): void {
  file.insert("refunds", row)
}

export function updateRefund(file: SandboxFile, id: string, status: Refund["status"]): void {
  file.run("update refunds set status = ?, settles_at = null where id = ?", status, id)
}

export function listSettlingRefunds(file: SandboxFile, now: number): RefundRow[] {
  return file.rows<RefundRow>("select * from refunds where settles_at <= ?", now)
}

export function listPendingRefunds(file: SandboxFile, paymentId: string): RefundRow[] {
  return file.rows<RefundRow>("select * from refunds where payment_id = ? and settles_at is not null", paymentId)
}

/** Sum of a charge's refunds in minor units, including those under way, without failed ones. */
export function countRefundedCents(file: SandboxFile, paymentId: string): number {
  return sumRefunds(file, paymentId, "status <> 'failed'")
}

export function countReturningCents(file: SandboxFile, paymentId: string): number {
  return sumRefunds(file, paymentId, "status = 'pending'")
}

function sumRefunds(file: SandboxFile, paymentId: string, which: string): number {
  const sum = `select coalesce(sum(amount_cents), 0) as cents from refunds where payment_id = ? and ${which}`
  return file.row<{ cents: number }>(sum, paymentId)?.cents ?? 0
}
