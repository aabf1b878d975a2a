import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import { comparableEmail } from "#kernel/email-address.ts"

/** Whether somebody who reads this address has shown it: they signed in with it, or paid for something with it. */
export async function isVerifiedAddress(cx: Reading, email: string): Promise<boolean> {
  const address = comparableEmail(email)
  const account = await cx.db.selectFrom("accounts").select("id").where("email", "=", address).executeTakeFirst()
  if (account) return true
  const paid = await cx.db
    .selectFrom("purchases")
    .select("id")
    .where(sql`lower(buyer_email)`, "=", address)
    .where("charged_cents", ">", 0)
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}
