import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { everyWorkspace } from "#access/workspace-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

export type TokenRow = Selectable<Schema["tool_server_tokens"]>

/** The holder of tokens that all members of a workspace share. */
export const everybody = "workspace"

/** Does not find an ended token. */
export function findTokenRow(cx: Reading, serverId: string, holder: string): Promise<TokenRow | undefined> {
  return cx.db
    .selectFrom("tool_server_tokens")
    .selectAll()
    .where("server_id", "=", serverId)
    .where("holder", "=", holder)
    .where("ended_at", "is", null)
    .executeTakeFirst()
}

/** Finds a token, even an ended one. */
export function findTokenById(cx: Reading, id: string): Promise<TokenRow | undefined> {
  return cx.db.selectFrom("tool_server_tokens").selectAll().where("id", "=", id).executeTakeFirst()
}

export function listUsableTokens(
  cx: Reading,
  { workspaceId, accountId }: { workspaceId: WorkspaceId; accountId: string },
): Promise<Pick<TokenRow, "server_id" | "holder" | "account_id">[]> {
  return cx.db
    .selectFrom("tool_server_tokens")
    .select(["server_id", "holder", "account_id"])
    .where("workspace_id", "=", workspaceId)
    .where("holder", "in", [accountId, everybody])
    .where("ended_at", "is", null)
    .execute()
}

export async function insertTokenRow(cx: Inside, row: TokenRow): Promise<void> {
  await cx.db.insertInto("tool_server_tokens").values(row).execute()
}

/** Takes the lease to refresh a token. Returns false if another process holds it or has refreshed the token. */
export function takeRefresh(cx: Inside, { id, version }: Pick<TokenRow, "id" | "version">, until: number) {
  return changesRow(
    cx.db
      .updateTable("tool_server_tokens")
      .set({ refresh_until: until })
      .where("id", "=", id)
      .where("version", "=", version)
      .where("ended_at", "is", null)
      .where((row) => row.or([row("refresh_until", "is", null), row("refresh_until", "<=", cx.now())])),
  )
}

/** Stores the result of a refresh and releases the lease, unless the token has ended. */
export function storeRefresh(
  cx: Inside,
  { id, version }: Pick<TokenRow, "id" | "version">,
  change: Partial<Pick<TokenRow, "token_sealed" | "scope" | "expires_at" | "version">>,
): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("tool_server_tokens")
      .set({ refresh_until: null, ...change })
      .where("id", "=", id)
      .where("version", "=", version)
      .where("ended_at", "is", null),
  )
}

export function listTokensOf(cx: Reading, accountId: string) {
  return cx.db
    .selectFrom("tool_server_tokens as token")
    .innerJoin("tool_servers as server", "server.id", "token.server_id")
    .innerJoin(everyWorkspace(cx.db), "workspace.id", "token.workspace_id")
    .select(["server.name", "server.host", "workspace.slug", "token.holder", "token.scope"])
    .select(["token.expires_at", "token.created_at"])
    .where("token.account_id", "=", accountId)
    .where("token.ended_at", "is", null)
    .orderBy("token.created_at")
    .orderBy("token.id")
    .execute()
}

/** Selects tokens: of a server or one of its holders; of an account, in one workspace or in all; of a workspace. */
export type Ending =
  | { readonly serverId: string; readonly holder?: string }
  | { readonly accountId: string; readonly workspaceId?: WorkspaceId }
  | { readonly workspaceId: WorkspaceId }

export async function endTokenRows(cx: Inside, ending: Ending): Promise<string[]> {
  const { serverId, holder, accountId, workspaceId }: Partial<Record<"serverId" | "holder" | "accountId", string>> & { workspaceId?: WorkspaceId } = ending // biome-ignore format: one thought
  const rows = await cx.db
    .updateTable("tool_server_tokens")
    .set({ ended_at: cx.now() })
    .where("ended_at", "is", null)
    .where((row) =>
      row.and([
        ...(serverId === undefined ? [] : [row("server_id", "=", serverId)]),
        ...(holder === undefined ? [] : [row("holder", "=", holder)]),
        ...(accountId === undefined ? [] : [row("account_id", "=", accountId)]),
        ...(workspaceId === undefined ? [] : [row("workspace_id", "=", workspaceId)]),
      ]),
    )
    .returning("id")
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteTokenRow(cx: Inside, id: string): Promise<void> {
  await cx.db.deleteFrom("tool_server_tokens").where("id", "=", id).execute()
}

/** Deletes tokens that ended before `before` and could not be revoked. Returns their number. */
export async function deleteEndedBefore(cx: Inside, before: number): Promise<number> {
  const deleted = await cx.db.deleteFrom("tool_server_tokens").where("ended_at", "<", before).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
