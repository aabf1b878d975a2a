import type { Inside } from "#kernel/context.ts"
import { locksRows, prepared } from "#storage/prepared.ts"

const live = prepared<{ grantId: string }, { id: string }>((db, arg) =>
  db
    .selectFrom("grants")
    .select("id")
    .where("id", "=", arg("grantId"))
    .where("revoked_at", "is", null)
    .$if(locksRows(db), (query) => query.forShare()),
)

/** Tells whether a grant holds, inside a transaction: a revocation waits until the transaction has ended. */
export async function holdGrant(cx: Inside, grantId: string): Promise<boolean> {
  return (await live(cx.db, { grantId })).length > 0
}
