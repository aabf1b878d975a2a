import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { argsOf, prepared, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"

type RefreshRow = Schema["refresh_tokens"]

export interface FoundRefreshToken extends RefreshRow {
  client_id: string
  account_id: string
  workspace_id: WorkspaceId | null
  grant_expires_at: number
  /** Null if there is no successor, or it is unused. */
  successor_rotated_at: number | null
  /** Null when there is no successor, or it was deleted. */
  successor_expires_at: number | null
}

const byHash = prepared<{ hash: string }, FoundRefreshToken>((db, arg) =>
  db
    .selectFrom("refresh_tokens as token")
    .innerJoin("grants", "grants.id", "token.grant_id")
    .leftJoin("refresh_tokens as successor", "successor.hash", "token.successor_hash")
    .selectAll("token")
    .select(["grants.client_id", "grants.expires_at as grant_expires_at"])
    .select(["grants.account_id", "grants.workspace_id"])
    .select(["successor.rotated_at as successor_rotated_at", "successor.expires_at as successor_expires_at"])
    .where("token.hash", "=", arg("hash")),
)

export async function findRefreshToken(cx: Reading, hash: string): Promise<FoundRefreshToken | undefined> {
  return (await byHash(cx.db, { hash }))[0]
}

const rotate = preparedWrite<{ hash: string; now: number; successorHash: string }, { hash: string }>((db, arg) =>
  db
    .updateTable("refresh_tokens")
    .set({ rotated_at: arg("now"), successor_hash: arg("successorHash") })
    .where("hash", "=", arg("hash"))
    .where("rotated_at", "is", null)
    .returning("hash"),
)

/** Records a token's successor. False when another request has recorded one. */
export async function rotateRefreshToken(cx: Inside, hash: string, successorHash: string): Promise<boolean> {
  const rotated = await rotate(cx.db, { hash, now: cx.now(), successorHash })
  return rotated.length === 1
}

type NewRefreshToken = Pick<RefreshRow, "hash" | "grant_id" | "scope" | "created_at" | "expires_at">

const insertRefresh = preparedWrite<NewRefreshToken, unknown>((db, arg) =>
  db.insertInto("refresh_tokens").values(argsOf(arg, "hash", "grant_id", "scope", "created_at", "expires_at")),
)

export async function insertRefreshToken(cx: Inside, token: Omit<NewRefreshToken, "created_at">): Promise<void> {
  await insertRefresh(cx.db, { ...token, created_at: cx.now() })
}

const insertAccess = preparedWrite<Schema["access_tokens"], unknown>((db, arg) =>
  db.insertInto("access_tokens").values(argsOf(arg, "hash", "grant_id", "scope", "expires_at")),
)

export async function insertAccessToken(cx: Inside, token: Schema["access_tokens"]): Promise<void> {
  await insertAccess(cx.db, token)
}
