import type { Context } from "#access/context.ts"
import { sweepOldestShown } from "#access/sweep-store.ts"

export function sweepInvitations(cx: Context): Promise<void> {
  return sweepOldestShown(cx, { shownAs: "invitations", table: "invitations", key: "id", time: "expires_at" }, cx.now())
}
