import type { Inside } from "#access/context.ts"
import { dayMs } from "#kernel/time/units.ts"
import { type EndpointRow, listEndpointRows, type OfWorkspace } from "./endpoint-store.ts"

/** How long events are kept. A switched-off endpoint can get those that it missed in this time. */
export const missedMs = 30 * dayMs

/** Whether a test ever arrived, at this address or at an earlier one. */
export const hasBegun = ({ since }: Pick<EndpointRow, "since">): boolean => since > 0

/**
 * Locks the workspace's clock until the transaction ends, and returns its number. No transaction of the workspace
 * stores an event meanwhile. Lock an endpoint's row before, never after.
 */
export async function lockClock(cx: Inside, { workspaceId }: OfWorkspace): Promise<number> {
  const { seq } = await cx.db
    .insertInto("workspace_clocks")
    .values({ workspace_id: workspaceId, seq: 0 })
    .onConflict((row) => row.column("workspace_id").doUpdateSet(({ ref }) => ({ seq: ref("workspace_clocks.seq") })))
    .returning("seq")
    .executeTakeFirstOrThrow()
  return Number(seq)
}

/**
 * Writes which types the workspace's endpoints want, under the clock's lock, after any change of them: each event is
 * stored by the rule before or after the change, never between. Returns the clock's number.
 */
export async function updateWanted(cx: Inside, own: OfWorkspace): Promise<number> {
  const seq = await lockClock(cx, own)
  const types = (await listEndpointRows(cx, own))
    .filter((endpoint) => endpoint.confirmed_at !== null || hasBegun(endpoint))
    .filter(({ disabled_at }) => disabled_at === null || disabled_at > cx.now() - missedMs)
    .flatMap(({ types }) => readTypes(types))
  const wanted = types.includes("*") ? "*" : [...new Set(types)].sort().join(" ") || null
  await cx.db.updateTable("workspace_clocks").set({ wanted }).where("workspace_id", "=", own.workspaceId).execute()
  return seq
}

export const readTypes = (json: string): string[] => JSON.parse(json)
