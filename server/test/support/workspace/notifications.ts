import type { Caller } from "#access/context.ts"
import { listNotifications } from "#domains/notifications/index.ts"
import type { World } from "../worlds/world.ts"

/** A member's notifications, the newest line first. */
export async function linesOf(
  { act }: Pick<World, "act">,
  who: keyof World["callers"] | Caller,
): Promise<readonly string[]> {
  return (await act(who, listNotifications, {})).items.map(({ sentence }) => sentence)
}
