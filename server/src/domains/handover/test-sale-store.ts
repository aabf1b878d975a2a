import { sql } from "kysely"

/** Stripe's ids of sessions that were opened with test keys. The sandbox's are not such: there everything is a test. */
const testSession = "cs_test_"

/** For queries of purchases: not charged with test keys of a processor that moves money otherwise. */
export const isNoTestSale = sql<boolean>`(session_id is null or substr(session_id, 1, 8) <> ${sql.lit(testSession)})`

/** Whether a session was opened with test keys of a processor that moves money otherwise. */
export function isTestSession(sessionId: string | null): boolean {
  return sessionId?.startsWith(testSession) === true
}
