import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { everyWorkspace } from "#access/workspace-store.ts"
import type { ListPart } from "#kernel/cursor.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { latestFirst } from "#storage/in-order.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"
import { refreshMs } from "../lifetimes.ts"

export type GrantRow = Schema["grants"]

export async function insertGrant(cx: Inside, row: GrantRow): Promise<void> {
  await cx.db.insertInto("grants").values(row).execute()
}

/** Ends a grant. Undefined when it had ended before. Waits for open transactions that locked the grant. */
export function revokeGrant(cx: Inside, id: string, reason: string): Promise<GrantRow | undefined> {
  return cx.db
    .updateTable("grants")
    .set({ revoked_at: cx.now(), revoked_reason: reason })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst()
}

/** Ends every grant of a person, or those for one workspace. Returns those that ended now. */
export function revokeGrantsOf(
  cx: Inside,
  { accountId, workspaceId }: { accountId: string; workspaceId?: WorkspaceId },
  reason: string,
): Promise<GrantRow[]> {
  return cx.db
    .updateTable("grants")
    .set({ revoked_at: cx.now(), revoked_reason: reason })
    .where("account_id", "=", accountId)
    .$if(workspaceId !== undefined, (query) => query.where("workspace_id", "=", workspaceId ?? null))
    .where("revoked_at", "is", null)
    .returningAll()
    .execute()
}

/** Removes a workspace from a grant for every workspace. Returns whether the grant included it before. */
export async function leaveOut(cx: Inside, id: string, workspaceId: WorkspaceId): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("grants")
      .set({ left_out: sql<string>`left_out || ' ' || cast(${workspaceId} as text)` })
      .where("id", "=", id)
      .where("workspace_id", "is", null)
      .where("revoked_at", "is", null)
      .where("left_out", "not like", `%${workspaceId}%`),
  )
}

export async function touchGrant(cx: Inside, id: string, before: number): Promise<void> {
  await cx.db
    .updateTable("grants")
    .set({ last_used_at: cx.now() })
    .where("id", "=", id)
    .where((where) => where.or([where("last_used_at", "is", null), where("last_used_at", "<=", before)]))
    .execute()
}

export async function nameProgram(cx: Inside, id: string, program: string): Promise<void> {
  await cx.db.updateTable("grants").set({ program }).where("id", "=", id).execute()
}

/** Lists the grants among these that have not ended. */
export async function listLiveGrants(cx: Reading, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const query = cx.db.selectFrom("grants").select("id").where("id", "in", ids).where("revoked_at", "is", null)
  return new Set((await query.execute()).map(({ id }) => id))
}

export function findOwnGrant(cx: Reading, accountId: string, id: string): Promise<GrantRow | undefined> {
  return cx.db
    .selectFrom("grants")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst()
}

export interface ListedGrant extends GrantRow {
  slug: string
  name: string
  /** When it ends if it is not used; null when it was never used or has expired. */
  live_until: number | null
}

/** Lists a person's grants that were used, newest first, one more than `limit`. */
export function listOwnGrants(cx: Reading, accountId: string, part: ListPart): Promise<ListedGrant[]> {
  return selectListed(cx)
    .where("grants.account_id", "=", accountId)
    .where(wasTakenUp(cx.now() - refreshMs))
    .$call(latestFirst("grants.created_at", part))
    .execute()
}

export function findListedGrant(cx: Reading, accountId: string, id: string): Promise<ListedGrant | undefined> {
  return selectListed(cx)
    .where("grants.account_id", "=", accountId)
    .where("grants.id", "=", id)
    .where(wasTakenUp(cx.now() - refreshMs))
    .executeTakeFirst()
}

export function selectListed(cx: Reading) {
  return cx.db
    .selectFrom("grants")
    .innerJoin(everyWorkspace(cx.db), "workspace.id", "grants.default_workspace_id")
    .selectAll("grants")
    .select(["workspace.slug", "workspace.name"])
    .select((select) =>
      select
        .selectFrom("refresh_tokens")
        .select((token) => token.fn.max("refresh_tokens.expires_at").as("last"))
        .whereRef("refresh_tokens.grant_id", "=", "grants.id")
        .as("live_until"),
    )
}

/** Excludes grants whose code was never exchanged. One exchanged after `since` still has a refresh token. */
const wasTakenUp = (since: number) => sql<boolean>`coalesce(grants.revoked_reason, '') <> 'unused' and (
  grants.revoked_at is not null or grants.created_at < ${since}
  or exists (select 1 from refresh_tokens where refresh_tokens.grant_id = grants.id))`

/** Selects the ids of all grants of a person, also of ended ones, as a part of another query. */
export const grantIdsOf = (cx: Reading, accountId: string) =>
  cx.db.selectFrom("grants").select("id").where("account_id", "=", accountId).$asScalar()
