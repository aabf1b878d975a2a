import { type ExpressionBuilder, sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { findAccountByEmail, people } from "#domains/accounts/index.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { newId } from "#kernel/ids.ts"
import { toSearchText } from "#kernel/text/search-text.ts"
import { isRow } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { findsRow } from "#storage/whether.ts"
import { isNoTestSale } from "../test-sale-store.ts"
import type { PurchaseKey } from "./purchase-store.ts"

/** Stores an address, as `comparableEmail` writes it, beside the one of the checkout, which stays. */
export async function insertCorrection(
  cx: Inside & Member,
  { id, workspace_id, buyer_email }: PurchaseKey & { buyer_email: string | null },
  email: string,
): Promise<void> {
  await cx.db
    .insertInto("buyer_corrections")
    .values({
      ...{ id: newId("correction"), workspace_id, purchase_id: id, email },
      ...{ corrected_by: cx.accountId, corrected_at: cx.now() },
    })
    .execute()
  await cx.db
    .updateTable("purchases")
    .set({ search_buyer: toSearchText(`${buyer_email} ${email}`) })
    .where(isRow({ id, workspace_id }))
    .execute()
}

/** The corrected address of a purchase, for a query on `purchases`; null without one. */
export const correctedEmail = ({ selectFrom }: ExpressionBuilder<Schema, "purchases">) =>
  selectFrom("buyer_corrections as correction")
    .select("correction.email")
    .whereRef("correction.workspace_id", "=", "purchases.workspace_id")
    .whereRef("correction.purchase_id", "=", "purchases.id")
    .orderBy("correction.corrected_at", "desc")
    .limit(1)
    .as("corrected_email")

/** Whether a member gave this address for the buyer of the purchase. */
export function isCorrectedTo(cx: Reading, { id, workspace_id }: PurchaseKey, email: string): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("buyer_corrections")
      .select("id")
      .where("workspace_id", "=", workspace_id)
      .where("purchase_id", "=", id)
      .where("email", "=", email),
  )
}

/** The oldest first. */
export function listCorrections(cx: Reading, { id, workspace_id }: PurchaseKey) {
  return cx.db
    .selectFrom("buyer_corrections")
    .innerJoin(people(cx.db), "person.id", "buyer_corrections.corrected_by")
    .select(["buyer_corrections.email", "corrected_at as at", "person.called as by"])
    .where("workspace_id", "=", workspace_id)
    .where("purchase_id", "=", id)
    .orderBy("corrected_at")
    .execute()
}

/** Whether the owner of this address has used it here: signed in with it, or paid real money for something with it. */
export async function isVerifiedAddress(cx: Reading, email: string): Promise<boolean> {
  const address = comparableEmail(email)
  if (await findAccountByEmail(cx, address)) return true
  return findsRow(
    cx.db
      .selectFrom("purchases")
      .select("id")
      .where(sql`lower(buyer_email)`, "=", address)
      .where("charged_cents", ">", 0)
      .where(isNoTestSale),
  )
}
