import type { Inside } from "#access/context.ts"
import { lockClock, setWanted } from "#changes/change-store.ts"
import { dayMs } from "#kernel/time/units.ts"
import { type EndpointRow, listEndpointRows, type OfWorkspace } from "./endpoint-store.ts"

/** How long events are kept. A switched-off endpoint can get those that it missed in this time. */
export const missedMs = 30 * dayMs

/** Whether a test ever arrived, at this address or at an earlier one. */
export const hasBegun = ({ since }: Pick<EndpointRow, "since">): boolean => since > 0

/**
 * Writes which types the workspace's endpoints want, under the clock's lock, after any change of them: each event is
 * stored by the rule before or after the change, never between. Returns the clock's number.
 */
export async function updateWanted(cx: Inside, own: OfWorkspace): Promise<number> {
  const seq = await lockClock(cx, own.workspaceId)
  const types = (await listEndpointRows(cx, own))
    .filter((endpoint) => endpoint.confirmed_at !== null || hasBegun(endpoint))
    .filter(({ disabled_at }) => disabled_at === null || disabled_at > cx.now() - missedMs)
    .flatMap(({ types }) => readTypes(types))
  const wanted = types.includes("*") ? "*" : [...new Set(types)].sort().join(" ") || null
  await setWanted(cx, own.workspaceId, wanted)
  return seq
}

export const readTypes = (json: string): string[] => JSON.parse(json)
