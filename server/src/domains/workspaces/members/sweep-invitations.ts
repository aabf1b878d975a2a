import type { Context } from "#access/context.ts"
import { sweepOldest } from "#access/sweep-store.ts"

/** Deletes invitations that have expired. */
export function sweepInvitations(cx: Context): Promise<void> {
  return sweepOldest(cx, { table: "invitations", key: "id", time: "expires_at" }, cx.now())
}
