import type { InferResult } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { members } from "#access/membership-store.ts"
import type { MailReason } from "#contract/mail-reasons.ts"
import { people } from "#domains/accounts/index.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { ReadDb } from "#storage/database.ts"
import { isRow } from "#storage/own-row.ts"
import { prepared } from "#storage/prepared.ts"
import { findsRow } from "#storage/whether.ts"
import { announceDelivery, correctedEmail, notePurchase, type PurchaseKey } from "../purchases/index.ts"

const deliveries = (db: ReadDb) =>
  db
    .selectFrom("purchases")
    .innerJoin("workspaces", "workspaces.id", "purchases.workspace_id")
    .select([
      "purchases.id",
      "purchases.workspace_id",
      "purchases.offer_id",
      "purchases.state",
      "purchases.buyer_email",
      "purchases.snapshot",
      "purchases.price_cents",
      "purchases.discount_cents",
      "purchases.amount_cents",
      "purchases.charged_cents",
      "purchases.refunded_cents",
      "purchases.currency",
      "purchases.processor_account",
      "purchases.checkout_session_id",
      "purchases.reason",
      "purchases.delivery_generation",
      "purchases.delivery_revoked_at",
      "purchases.created_at",
      "purchases.paid_at",
      "workspaces.suspended_at as workspace_suspended_at",
      "workspaces.emptied_at as workspace_emptied_at",
      "workspaces.slug as workspace_slug",
      "workspaces.contact as seller_contact",
      "workspaces.logo_key as seller_logo_key",
    ])
    .select(correctedEmail)

export type DeliveryRow = InferResult<ReturnType<typeof deliveries>>[number]

const byId = prepared<{ id: string }, DeliveryRow>((db, arg) => deliveries(db).where("purchases.id", "=", arg("id")))

export async function findDelivery(cx: Reading, purchaseId: string): Promise<DeliveryRow | undefined> {
  return (await byId(cx.db, { id: purchaseId }))[0]
}

/** Counts one more receipt of a purchase. Returns the new count, or undefined when no receipt may be sent. */
export async function countReceipt(cx: Inside, key: PurchaseKey): Promise<number | undefined> {
  const row = await cx.db
    .updateTable("purchases")
    .set((value) => ({ receipts_sent: value("receipts_sent", "+", 1) }))
    .where(isRow(key))
    .where("buyer_email", "is not", null)
    .returning("receipts_sent")
    .executeTakeFirst()
  return row?.receipts_sent
}

/** Counts a download that begins, for the seller. */
export async function countDownload(cx: Inside, key: PurchaseKey): Promise<void> {
  const changed = await cx.db
    .updateTable("purchases")
    .set((value) => ({ downloads: value("downloads", "+", 1), downloaded_at: cx.now() }))
    .where(isRow(key))
    .returning(["id", "workspace_id", "downloads"])
    .executeTakeFirst()
  notePurchase(cx, changed)
  if (changed?.downloads === 1) announceDelivery(cx, "opened", changed)
}

export async function noteMailed(cx: Inside, key: PurchaseKey): Promise<void> {
  const changed = await cx.db
    .updateTable("purchases")
    .set({ receipt_mailed_at: cx.now() })
    .where(isRow(key))
    .where("receipt_mailed_at", "is", null)
    .returning("workspace_id")
    .executeTakeFirst()
  notePurchase(cx, changed)
}

/** Whether a member of the workspace signs in with this address, which proves that the workspace reads its mail. */
export function isMembersAddress(cx: Reading, { workspaceId, email }: { workspaceId: WorkspaceId; email: string }) {
  return findsRow(
    cx.db
      .selectFrom(members(cx.db))
      .innerJoin(people(cx.db), "person.id", "member.account_id")
      .select("person.id")
      .where("member.workspace_id", "=", workspaceId)
      .where("person.email", "=", comparableEmail(email)),
  )
}

interface Unmailed {
  /** Handed over between these times, in epoch milliseconds. */
  from: number
  to: number
  afterId: string
  limit: number
}

/** Reasons of a mail server that another try may find gone. */
const passing: readonly MailReason[] = ["busy", "unreachable", "service"]

/** Lists delivered purchases without a mailed receipt, except receipts that the mail server refused for good. */
export function listUnmailed(
  cx: Reading,
  { from, to, afterId, limit }: Unmailed,
): Promise<{ id: string; buyer_email: string | null }[]> {
  return cx.db
    .selectFrom("purchases")
    .select(["id", "buyer_email"])
    .where("receipt_mailed_at", "is", null)
    .where("buyer_email", "is not", null)
    .where("fulfilled_at", ">=", from)
    .where("fulfilled_at", "<=", to)
    .where("state", "in", ["fulfilled", "comped"])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("mails")
            .select("mails.id")
            .whereRef("mails.workspace_id", "=", "purchases.workspace_id")
            .whereRef("mails.about", "=", "purchases.id")
            .where("mails.kind", "=", "mail-receipt")
            .where("mails.state", "in", ["refused", "bounced"])
            .where("mails.reason", "not in", passing),
        ),
      ),
    )
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute()
}

export async function listOwnerAddresses(
  cx: Reading,
  workspaceId: WorkspaceId,
): Promise<{ id: string; email: string }[]> {
  return cx.db
    .selectFrom(members(cx.db))
    .innerJoin(people(cx.db), "person.id", "member.account_id")
    .select(["person.id", "person.email"])
    .where("member.workspace_id", "=", workspaceId)
    .where("member.role", "=", "owner")
    .orderBy("person.id")
    .execute()
}
