import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

type CodeRow = Schema["authorization_codes"]

export interface FoundCode extends CodeRow {
  client_id: string
  account_id: string
  workspace_id: WorkspaceId | null
  scope: string
  grant_expires_at: number
}

export async function insertCode(cx: Inside, row: CodeRow): Promise<void> {
  await cx.db.insertInto("authorization_codes").values(row).execute()
}

export function findCode(cx: Reading, hash: string): Promise<FoundCode | undefined> {
  return cx.db
    .selectFrom("authorization_codes as code")
    .innerJoin("grants", "grants.id", "code.grant_id")
    .selectAll("code")
    .select(["grants.client_id", "grants.scope", "grants.expires_at as grant_expires_at"])
    .select(["grants.account_id", "grants.workspace_id"])
    .where("code.hash", "=", hash)
    .executeTakeFirst()
}

export async function useCode(cx: Inside, hash: string): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("authorization_codes")
      .set({ used_at: cx.now() })
      .where("hash", "=", hash)
      .where("used_at", "is", null),
  )
}
