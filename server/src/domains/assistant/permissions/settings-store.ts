import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Schema } from "#storage/schema.ts"

export type SettingsRow = Schema["assistant_settings"]

/** Undefined while all settings have their default. */
export async function findSettings(cx: Reading, workspaceId: WorkspaceId): Promise<SettingsRow | undefined> {
  return cx.db.selectFrom("assistant_settings").selectAll().where("workspace_id", "=", workspaceId).executeTakeFirst()
}

export async function putSettings(
  cx: Inside,
  workspaceId: WorkspaceId,
  chosen: Partial<Omit<SettingsRow, "workspace_id" | "updated_at">>,
): Promise<void> {
  const nothing = {
    switched_off_at: null,
    strict_since: null,
    kept_days: null,
    member_daily_tokens: null,
    monthly_tokens: null,
    model_key_sealed: null,
    silence_seconds: null,
  }
  const set = { ...chosen, updated_at: cx.now() }
  await cx.db
    .insertInto("assistant_settings")
    .values({ ...nothing, ...set, workspace_id: workspaceId })
    .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet(set))
    .execute()
}
