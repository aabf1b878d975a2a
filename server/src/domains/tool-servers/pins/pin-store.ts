import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Schema } from "#storage/schema.ts"

export type PinRow = Selectable<Schema["pinned_tools"]>

export function listPinRows(cx: Reading, serverId: string): Promise<PinRow[]> {
  return cx.db.selectFrom("pinned_tools").selectAll().where("server_id", "=", serverId).orderBy("name").execute()
}

export function findPinRow(cx: Reading, serverId: string, name: string): Promise<PinRow | undefined> {
  return cx.db
    .selectFrom("pinned_tools")
    .selectAll()
    .where("server_id", "=", serverId)
    .where("name", "=", name)
    .executeTakeFirst()
}

export function listPinStates(
  cx: Reading,
  workspaceId: WorkspaceId,
): Promise<Pick<PinRow, "server_id" | "name" | "pinned_digest" | "offered_digest">[]> {
  return cx.db
    .selectFrom("pinned_tools")
    .innerJoin("tool_servers", "tool_servers.id", "pinned_tools.server_id")
    .select(["pinned_tools.server_id", "pinned_tools.name", "pinned_digest", "offered_digest"])
    .where("tool_servers.workspace_id", "=", workspaceId)
    .where("pinned_tools.workspace_id", "=", workspaceId)
    .execute()
}

/** The workspace's tools that are still as they were reviewed, of servers that are not paused. */
export function listUsablePins(cx: Reading, workspaceId: WorkspaceId): Promise<PinRow[]> {
  return cx.db
    .selectFrom("pinned_tools")
    .innerJoin("tool_servers", "tool_servers.id", "pinned_tools.server_id")
    .selectAll("pinned_tools")
    .where("tool_servers.workspace_id", "=", workspaceId)
    .where("pinned_tools.workspace_id", "=", workspaceId)
    .where("tool_servers.paused_at", "is", null)
    .where("tool_servers.detached_at", "is", null)
    .whereRef("pinned_digest", "=", "offered_digest")
    .orderBy("tool_servers.number")
    .orderBy("pinned_tools.name")
    .execute()
}

/** Stores the definition that a server lists now. Keeps the pinned one. */
export async function putListedTool(
  cx: Inside,
  {
    server_id,
    workspace_id,
    name,
    model_name,
    offered,
    offered_digest,
  }: Omit<PinRow, `pinned${string}` | "refused_by">,
): Promise<void> {
  const nothing = { pinned: null, pinned_digest: null, pinned_by: null, pinned_at: null, refused_by: null }
  await cx.db
    .insertInto("pinned_tools")
    .values({ server_id, workspace_id, name, model_name, offered, offered_digest, ...nothing })
    .onConflict((conflict) =>
      conflict
        .columns(["server_id", "name", "workspace_id"])
        .doUpdateSet({ offered, offered_digest, refused_by: null }),
    )
    .execute()
}

/** Records that a model refused the definitions of tools, which are given by their names for models. */
export async function markRefused(
  cx: Inside,
  workspaceId: WorkspaceId,
  { model, names }: { model: string; names: readonly string[] },
): Promise<void> {
  const set = cx.db.updateTable("pinned_tools").set({ refused_by: model })
  await set.where("workspace_id", "=", workspaceId).where("model_name", "in", names).execute()
}

/** Records that a server no longer lists a tool. Deletes the row if the tool was never pinned. */
export async function dropListedTool(cx: Inside, serverId: string, name: string): Promise<void> {
  const set = cx.db.updateTable("pinned_tools").set({ offered: null, offered_digest: null })
  await set.where("server_id", "=", serverId).where("name", "=", name).execute()
  await forgetEmpty(cx, serverId)
}

async function forgetEmpty(cx: Inside, serverId: string): Promise<void> {
  await cx.db
    .deleteFrom("pinned_tools")
    .where("server_id", "=", serverId)
    .where("pinned", "is", null)
    .where("offered", "is", null)
    .execute()
}

export async function pinListedTool(
  cx: Inside,
  { serverId, name, digest }: { serverId: string; name: string; digest: string },
  accountId: string,
): Promise<boolean> {
  const changed = await cx.db
    .updateTable("pinned_tools")
    .set((row) => ({
      pinned: row.ref("offered"),
      pinned_digest: row.ref("offered_digest"),
      pinned_by: accountId,
      pinned_at: cx.now(),
    }))
    .where("server_id", "=", serverId)
    .where("name", "=", name)
    .where("offered_digest", "=", digest)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export async function unpin(cx: Inside, serverId: string, name: string): Promise<void> {
  const nothing = { pinned: null, pinned_digest: null, pinned_by: null, pinned_at: null }
  const set = cx.db.updateTable("pinned_tools").set(nothing)
  await set.where("server_id", "=", serverId).where("name", "=", name).execute()
  await forgetEmpty(cx, serverId)
}

export async function deletePinRows(cx: Inside, serverId: string): Promise<void> {
  await cx.db.deleteFrom("pinned_tools").where("server_id", "=", serverId).execute()
}
