import { sql } from "kysely"
import type { Member, Reading } from "#access/context.ts"
import { members } from "#access/membership-store.ts"
import { people } from "#domains/accounts/index.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { latestFirst } from "#storage/in-order.ts"
import { type ListedGrant, selectListed } from "../tokens/index.ts"

export interface MembersGrant extends ListedGrant {
  email: string
  member_name: string | null
}

/** Selects the grants of members that give access to the caller's workspace now. */
function selectReaching(cx: Reading & Member) {
  return selectListed(cx)
    .innerJoin(members(cx.db), (join) =>
      join.onRef("member.account_id", "=", "grants.account_id").on("member.workspace_id", "=", cx.workspaceId),
    )
    .innerJoin(people(cx.db), "person.id", "grants.account_id")
    .select(["person.email", "person.name as member_name"])
    .where("grants.revoked_at", "is", null)
    .where((row) =>
      row.or([
        row("grants.workspace_id", "=", cx.workspaceId),
        row.and([row("grants.workspace_id", "is", null), row("grants.left_out", "not like", `%${cx.workspaceId}%`)]),
      ]),
    )
    .where(sql<boolean>`exists (select 1 from refresh_tokens
      where refresh_tokens.grant_id = grants.id and refresh_tokens.expires_at > ${cx.now()})`)
}

/** Lists the grants for the caller's workspace, of one account or all members, newest first, one more than `limit`. */
export function listReachingGrants(
  cx: Reading & Member,
  { accountId, ...part }: { accountId: string | undefined } & ListPart,
): Promise<MembersGrant[]> {
  return selectReaching(cx)
    .$if(accountId !== undefined, (query) => query.where("grants.account_id", "=", accountId ?? ""))
    .$call(latestFirst("grants.created_at", part))
    .execute()
}

export function findReachingGrant(cx: Reading & Member, id: string): Promise<MembersGrant | undefined> {
  return selectReaching(cx).where("grants.id", "=", id).executeTakeFirst()
}
