import type { Context } from "#access/context.ts"
import type { BusySpan } from "#adapters/calendars/port.ts"
import { newId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { fineUntilNext } from "./fetch-stream-plan.ts"
import { sealPlan } from "./stream-plan.ts"
import { insertStreamPlan } from "./stream-plan-store.ts"

const never = 8_640_000_000_000_000 // the last millisecond that a Date can show

/** A member's busy times, without a calendar. */
export interface NewStreamPlan {
  accountId: string
  workspaceId: WorkspaceId
  busy: BusySpan[]
  /** Epoch milliseconds up to which `busy` is complete. */
  knownUntil: number
}

/** Stores a stream plan without a calendar for a member who has none. It is never due to be fetched. */
export async function storeStreamPlan(cx: Context, plan: NewStreamPlan): Promise<void> {
  const id = newId("plan")
  const now = cx.now()
  const row = {
    ...fineUntilNext(cx),
    id,
    workspace_id: plan.workspaceId,
    account_id: plan.accountId,
    address_sealed: sealPlan(cx, { id, field: "address" }, "https://calendar.invalid/"),
    busy_sealed: sealPlan(cx, { id, field: "busy" }, JSON.stringify(plan.busy)),
    known_until: plan.knownUntil,
    unreadable_events: 0,
    left_out_sealed: null,
    unknown_zone_events: 0,
    etag: null,
    last_modified: null,
    read_at: now,
    created_at: now,
    due_at: never,
  }
  await cx.atomically((cx) => insertStreamPlan(cx, row))
}
