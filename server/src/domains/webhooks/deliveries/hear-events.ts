import type { Context } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { askToFanOut } from "./ask-to-send.ts"

/**
 * Enqueues fan-out when the bus says that a workspace has new events. A message that is lost costs ten seconds: then
 * the sweeper finds the events. Returns a function that stops.
 */
export function hearEvents(cx: Context): () => void {
  const heard = new Set<WorkspaceId>()
  let isAsking = false

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    while (heard.size > 0) {
      const workspaces = [...heard].sort()
      heard.clear()
      await cx
        .atomically(async (cx) => {
          for (const workspaceId of workspaces) await askToFanOut(cx, workspaceId)
        })
        .catch(() => cx.log.warn({}, "New events for webhooks were not enqueued; the sweeper finds them."))
    }
    isAsking = false
  }

  return cx.bus.subscribe("events", (workspaceId) => {
    heard.add(workspaceId as WorkspaceId)
    void ask()
  })
}
