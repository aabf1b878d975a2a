import type { Reading } from "#access/context.ts"
import { byCreation } from "#kernel/cursor.ts"
import { afterPlace } from "#storage/in-order.ts"
import { appOf } from "../redirect-host.ts"
import type { GrantRow } from "../tokens/index.ts"

export async function listOlderOfSameApp(cx: Reading, newest: GrantRow): Promise<GrantRow[]> {
  const older = await cx.db
    .selectFrom("grants")
    .selectAll()
    .where("account_id", "=", newest.account_id)
    .where("client_id", "=", newest.client_id)
    .where("revoked_at", "is", null)
    .where(afterPlace(byCreation(newest), { column: "created_at", isDescending: true }))
    .execute()
  return older.filter((grant) => appOf(grant) === appOf(newest))
}
