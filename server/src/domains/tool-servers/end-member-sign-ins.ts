import type { Inside } from "#access/context.ts"
import type { EraseStep } from "#access/domain-steps.ts"
import { narrowPermits } from "#access/permit-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { deleteServerRows } from "./servers/index.ts"
import { endTokens } from "./tokens/index.ts"

/** Ends the sign-ins of a member who leaves a workspace, also the shared ones, so that no call acts in their name. */
export async function endToolSignInsOfMember(
  cx: Inside,
  { accountId, workspaceId }: { accountId: string; workspaceId: WorkspaceId },
): Promise<void> {
  await endTokens(cx, { accountId, workspaceId })
  await narrowPermits(cx, workspaceId)
}

export const forgetToolSignIns: EraseStep = (cx, { id }) => endTokens(cx, { accountId: id })

async function removeToolServers(cx: Inside, workspaceId: WorkspaceId): Promise<number> {
  await endTokens(cx, { workspaceId })
  await deleteServerRows(cx, workspaceId)
  return 0
}

export const emptyToolServers = [removeToolServers]
