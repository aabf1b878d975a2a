import type { Context } from "#access/context.ts"
import { dayMs } from "#kernel/time/units.ts"
import { hasToolServers } from "./due-store.ts"

/** After this time, an ended token that could not be revoked is deleted. */
const longestMs = dayMs

/** Loads the rest of the domain only where a tool server is attached. */
export async function sweepToolServers(cx: Context): Promise<void> {
  if (!(await hasToolServers(cx))) return
  const { deleteEndedBefore, deleteOverSignIns, enqueueDueToolServers } = await import("../on-demand.ts")
  await enqueueDueToolServers(cx)
  await cx.atomically(async (cx) => {
    await deleteOverSignIns(cx)
    await deleteEndedBefore(cx, cx.now() - longestMs)
  })
}
