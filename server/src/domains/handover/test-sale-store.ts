import { sql } from "kysely"

/** How ids of Stripe's test checkout sessions begin. The sandbox's ids begin otherwise: all its sales are tests. */
const testCheckoutSession = "cs_test_"

/** Condition on purchases: not charged with test keys of a real processor. */
export const isNoTestSale = sql<boolean>`(checkout_session_id is null
  or substr(checkout_session_id, 1, 8) <> ${sql.lit(testCheckoutSession)})`

export function isTestCheckoutSession(checkoutSessionId: string | null): boolean {
  return checkoutSessionId?.startsWith(testCheckoutSession) === true
}
