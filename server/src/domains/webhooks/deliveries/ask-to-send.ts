import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { EndpointRow } from "../endpoints/index.ts"

type Late = Pick<EndpointRow, "id" | "workspace_id" | "slow_until" | "rests_until">

/** Enqueues the sending of an endpoint's deliveries, now or at `at`, and never while the endpoint rests. */
export async function askToSend(cx: Inside, { id, workspace_id, slow_until, rests_until }: Late, at = cx.now()) {
  const kind = (slow_until ?? 0) > cx.now() ? "send-late-hooks" : "send-hooks"
  const payload = { workspaceId: workspace_id, endpointId: id }
  await enqueue(cx, kind, { payload, runAt: Math.max(at, rests_until ?? 0), dedupeKey: `hooks:${id}` })
}

/** Enqueues the making of deliveries from a workspace's new events. */
export async function askToFanOut(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await enqueue(cx, "fan-out-events", { payload: { workspaceId }, dedupeKey: `fan-out:${workspaceId}` })
}
