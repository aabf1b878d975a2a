import type { Inside, Reading } from "#access/context.ts"
import { people } from "#domains/accounts/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { emptiesAll } from "#storage/delete-rows.ts"
import { isPostgres } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"

export type EntryRow = Schema["assistant_entries"]

/** The end of a workspace's record, locked until the transaction ends. An empty record ends at 0. */
export async function lockChain(cx: Inside, workspaceId: WorkspaceId): Promise<{ seq: number; hash: string }> {
  await cx.db
    .insertInto("assistant_chains")
    .values({ workspace_id: workspaceId, seq: 0, hash: "" })
    .onConflict((conflict) => conflict.column("workspace_id").doNothing())
    .execute()
  return cx.db
    .selectFrom("assistant_chains")
    .select(["seq", "hash"])
    .where("workspace_id", "=", workspaceId)
    .$if(isPostgres(cx.db), (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
}

export async function insertEntry(cx: Inside, row: EntryRow): Promise<void> {
  await cx.db.insertInto("assistant_entries").values(row).execute()
  await cx.db
    .updateTable("assistant_chains")
    .set({ seq: row.seq, hash: row.hash })
    .where("workspace_id", "=", row.workspace_id)
    .execute()
}

export interface EntryFilter {
  readonly tool?: string | undefined
  readonly outcome?: string | undefined
}

/** A page of a workspace's record with the members' names, newest first. */
export async function listEntryRows(
  cx: Reading,
  workspaceId: WorkspaceId,
  { before, limit, tool, outcome }: EntryFilter & { before: number | undefined; limit: number },
) {
  return cx.db
    .selectFrom("assistant_entries as entry")
    .leftJoin(people(cx.db), "person.id", "entry.account_id")
    .selectAll("entry")
    .select(["person.name", "person.email"])
    .where("entry.workspace_id", "=", workspaceId)
    .$if(before !== undefined, (query) => query.where("entry.seq", "<", before ?? 0))
    .$if(tool !== undefined, (query) => query.where("entry.tool", "=", tool ?? ""))
    .$if(outcome !== undefined, (query) => query.where("entry.outcome", "=", outcome ?? ""))
    .orderBy("entry.seq", "desc")
    .limit(limit)
    .execute()
}

export async function listLastEntries(cx: Reading, workspaceId: WorkspaceId, limit: number): Promise<EntryRow[]> {
  const rows = await cx.db
    .selectFrom("assistant_entries")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("seq", "desc")
    .limit(limit)
    .execute()
  return rows.reverse()
}

/** The end of a workspace's record, stored with its last line; undefined while the record is empty. */
export async function findChainEnd(
  cx: Reading,
  workspaceId: WorkspaceId,
): Promise<{ seq: number; hash: string } | undefined> {
  return cx.db
    .selectFrom("assistant_chains")
    .select(["seq", "hash"])
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst()
}

export async function listCallsSince(
  cx: Reading,
  workspaceId: WorkspaceId,
  { since, limit }: { since: number; limit: number },
) {
  return cx.db
    .selectFrom("assistant_entries")
    .select(["tool", "role", "level", "layer", "outcome"])
    .where("workspace_id", "=", workspaceId)
    .where("at", ">=", since)
    .orderBy("seq", "desc")
    .limit(limit)
    .execute()
}

export const emptyAssistant = [
  emptiesAll(
    ...(["assistant_chains", "assistant_entries", "assistant_permits", "assistant_settings"] as const),
    ...(["permission_changes", "second_hand_objects", "tool_permissions"] as const),
  ),
]
