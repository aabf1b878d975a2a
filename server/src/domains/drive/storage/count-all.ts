import type { Context } from "#access/context.ts"
import { hourMs } from "#kernel/time/units.ts"
import { count } from "./room.ts"
import { listCountedBefore } from "./storage-store.ts"

/** How often a workspace without writes is counted, to notice what its trash has released. */
const countedForMs = hourMs
const most = 200

export async function countAll(cx: Context): Promise<void> {
  const { admission } = cx
  for (const workspaceId of await listCountedBefore(cx, cx.now() - countedForMs, most)) {
    await cx.atomically((cx) => count(cx, admission, workspaceId))
  }
}
