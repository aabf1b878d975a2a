import type { Context } from "#access/context.ts"
import { count } from "./room.ts"
import { listCountedBefore } from "./storage-store.ts"

/** A workspace in which nobody writes is counted so often: what its trash gave back is known then. */
const countedForMs = 3_600_000
const most = 200

/** Counts what workspaces store, those first that were counted longest ago. */
export async function countAll(cx: Context): Promise<void> {
  for (const workspaceId of await listCountedBefore(cx, cx.now() - countedForMs, most)) {
    await cx.atomically((cx) => count(cx, workspaceId))
  }
}
