import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import { appOf } from "../redirect-host.ts"
import type { GrantRow } from "../tokens/index.ts"

/** The grants that hold, of the same person and app as `newest`, and were made before it. */
export async function listOlderOfSameApp(cx: Reading, newest: GrantRow): Promise<GrantRow[]> {
  const older = await cx.db
    .selectFrom("grants")
    .selectAll()
    .where("account_id", "=", newest.account_id)
    .where("client_id", "=", newest.client_id)
    .where("revoked_at", "is", null)
    .where(sql<boolean>`(created_at, id) < (${newest.created_at}, ${newest.id})`)
    .execute()
  return older.filter((grant) => appOf(grant) === appOf(newest))
}
