import type { Context } from "#access/context.ts"
import { beginPermits, readPermits } from "#access/permit-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** How often the permissions of a workspace's assistant were narrowed. Creates the counter's row if it is missing. */
export async function readPermitsOf(cx: Context, workspaceId: WorkspaceId): Promise<number> {
  const epoch = await readPermits(cx, workspaceId)
  if (epoch !== undefined) return epoch
  await cx.atomically((cx) => beginPermits(cx, workspaceId))
  return (await readPermits(cx, workspaceId)) ?? 0
}
