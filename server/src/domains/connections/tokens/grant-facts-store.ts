import type { Reading } from "#access/context.ts"

export async function findGrantFacts(cx: Reading, id: string) {
  const row = await cx.db
    .selectFrom("grants")
    .innerJoin("accounts", "accounts.id", "grants.account_id")
    .select(["grants.redirect_uri", "grants.account_id", "grants.workspace_id", "grants.scope"])
    .select(["accounts.name", "accounts.email"])
    .where("grants.id", "=", id)
    .executeTakeFirst()
  return row && { ...row, member: row.name ?? row.email }
}
