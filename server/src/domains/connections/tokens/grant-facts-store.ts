import type { Reading } from "#access/context.ts"
import { people } from "#domains/accounts/index.ts"

export function findGrantFacts(cx: Reading, id: string) {
  return cx.db
    .selectFrom("grants")
    .innerJoin(people(cx.db), "person.id", "grants.account_id")
    .select(["grants.redirect_uri", "grants.account_id", "grants.workspace_id", "grants.scope"])
    .select(["person.name", "person.email", "person.called as member"])
    .where("grants.id", "=", id)
    .executeTakeFirst()
}
