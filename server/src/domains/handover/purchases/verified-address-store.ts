import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import { findAccountByEmail } from "#domains/accounts/index.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import { findsRow } from "#storage/whether.ts"
import { isNoTestSale } from "../test-sale-store.ts"

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
