import type { Member, Reading } from "#access/context.ts"
import { people } from "#domains/accounts/index.ts"

export function listWriteLines(
  cx: Reading & Member,
  { accountId, limit }: { accountId: string | undefined; limit: number },
) {
  return cx.db
    .selectFrom("audit_entries as entry")
    .innerJoin("grants", "grants.id", "entry.grant_id")
    .innerJoin(people(cx.db), "person.id", "entry.account_id")
    .select(["entry.id", "entry.tool", "entry.thing", "entry.account_id", "entry.created_at", "grants.redirect_uri"])
    .select("person.called as member_name")
    .where("entry.workspace_id", "=", cx.workspaceId)
    .where("entry.thing", "is not", null)
    .$if(accountId !== undefined, (query) => query.where("entry.account_id", "=", accountId ?? ""))
    .orderBy("entry.created_at", "desc")
    .orderBy("entry.id", "desc")
    .limit(limit)
    .execute()
}
