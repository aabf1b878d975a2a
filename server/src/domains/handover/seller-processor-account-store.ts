import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { SellerProcessorAccounts } from "./selling.ts"

export interface SellerColumns {
  workspaceId: WorkspaceId
  ownId: string | null
  ownKey: string | null
  ownState: "ready" | "stopped" | null
  installationState: "ready" | "stopped" | null
}

/** A processor account without a row in `processor_accounts` was never checked, and may not sell. */
export function toSellerProcessorAccounts(row: SellerColumns): SellerProcessorAccounts {
  const { workspaceId, ownId, ownKey, ownState, installationState } = row
  const own =
    ownId === null || ownKey === null ? null : { id: ownId, publishableKey: ownKey, state: ownState ?? "stopped" }
  return { workspaceId, own, installation: installationState ?? "stopped" }
}

export async function findSellerProcessorAccounts(
  cx: Reading,
  workspaceId: WorkspaceId,
): Promise<SellerProcessorAccounts> {
  const own = await cx.db
    .selectFrom("payment_accounts")
    .leftJoin("processor_accounts", "processor_accounts.processor_account", "payment_accounts.id")
    .select(["payment_accounts.id", "payment_accounts.publishable_key", "processor_accounts.state"])
    .where("workspace_id", "=", workspaceId)
    .where("webhook_secret_sealed", "is not", null)
    .where("disabled_at", "is", null)
    .executeTakeFirst()
  const installation = await cx.db
    .selectFrom("processor_accounts")
    .select("state")
    .where("processor_account", "=", "installation")
    .executeTakeFirst()
  return toSellerProcessorAccounts({
    workspaceId,
    ownId: own?.id ?? null,
    ownKey: own?.publishable_key ?? null,
    ownState: own?.state ?? null,
    installationState: installation?.state ?? null,
  })
}
