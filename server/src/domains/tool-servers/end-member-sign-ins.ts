import type { Inside } from "#access/context.ts"
import { narrowPermits } from "#access/permit-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { deleteServerRows } from "./servers/index.ts"
import { endTokens } from "./tokens/index.ts"

/** Ends what somebody who leaves a workspace signed in to there, also for others: nobody acts as who is gone. */
export async function endToolSignInsOfMember(
  cx: Inside,
  { accountId, workspaceId }: { accountId: string; workspaceId: WorkspaceId },
): Promise<void> {
  await endTokens(cx, { accountId, workspaceId })
  await narrowPermits(cx, workspaceId)
}

/** The same in every workspace, for an account that is erased. */
export async function endToolSignInsOfAccount(cx: Inside, accountId: string): Promise<void> {
  await endTokens(cx, { accountId })
}

/** Takes all tool servers from a workspace that is emptied. */
export async function removeToolServers(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await endTokens(cx, { workspaceId })
  await deleteServerRows(cx, workspaceId)
}
