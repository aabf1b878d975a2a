import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { people } from "#domains/accounts/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isPostgres } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

export type ServerRow = Selectable<Schema["tool_servers"]>

export interface InWorkspace {
  readonly workspaceId: WorkspaceId
}

const attached = (cx: Reading) => cx.db.selectFrom("tool_servers").selectAll().where("detached_at", "is", null)

export function listServerRows(cx: Reading, { workspaceId }: InWorkspace): Promise<ServerRow[]> {
  return attached(cx).where("workspace_id", "=", workspaceId).orderBy("number").execute()
}

export function findServerRow(cx: Reading, own: InWorkspace, id: string): Promise<ServerRow | undefined> {
  return attached(cx).where("id", "=", id).where("workspace_id", "=", own.workspaceId).executeTakeFirst()
}

/** Finds a server in any workspace. For work that no caller of its workspace asked for. */
export function findAnyServerRow(cx: Reading, id: string): Promise<ServerRow | undefined> {
  return attached(cx).where("id", "=", id).executeTakeFirst()
}

/** Locks a server until the transaction ends, so that writes about it run one after the other. */
export function lockServerRow(cx: Inside, id: string): Promise<ServerRow | undefined> {
  return attached(cx)
    .where("id", "=", id)
    .$if(isPostgres(cx.db), (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Locks the workspace's list of servers until the transaction ends, so that servers are attached one by one. */
export async function lockServers(cx: Inside, { workspaceId }: InWorkspace): Promise<void> {
  if (!isPostgres(cx.db)) return
  await cx.db.selectFrom("workspaces").select("id").where("id", "=", workspaceId).forNoKeyUpdate().execute()
}

/** Numbers are never reused: rows of detached servers stay. */
export async function nextNumber(cx: Inside, { workspaceId }: InWorkspace): Promise<number> {
  const { last } = await cx.db
    .selectFrom("tool_servers")
    .select((row) => row.fn.max("number").as("last"))
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export async function insertServerRow(cx: Inside, row: ServerRow): Promise<void> {
  await cx.db.insertInto("tool_servers").values(row).execute()
}

export type ServerChange = Partial<Omit<ServerRow, "id" | "workspace_id" | "number" | "created_at">>

/** Returns false when the server is gone or detached. */
export function changeServerRow(cx: Inside, id: string, change: ServerChange): Promise<boolean> {
  return changesRow(cx.db.updateTable("tool_servers").set(change).where("id", "=", id).where("detached_at", "is", null))
}

export async function deleteServerRows(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  const own = cx.db.selectFrom("tool_servers").select("id").where("workspace_id", "=", workspaceId)
  await cx.db.deleteFrom("tool_server_sign_ins").where("server_id", "in", own).execute()
  await cx.db.deleteFrom("tool_servers").where("workspace_id", "=", workspaceId).execute()
}

export async function listDueServerIds(cx: Reading, limit: number): Promise<string[]> {
  const rows = await attached(cx)
    .clearSelect()
    .select("id")
    .where("due_at", "<=", cx.now())
    .where("paused_at", "is", null)
    .where((row) => row.or([row("auth", "=", "none"), row("credentials", "=", "shared")]))
    .orderBy("due_at")
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The names of accounts, or their mail addresses where they have no name. */
export async function findNamesOrEmails(cx: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await cx.db.selectFrom(people(cx.db)).select(["id", "called"]).where("id", "in", ids).execute()
  return new Map(rows.map(({ id, called }) => [id, called]))
}
