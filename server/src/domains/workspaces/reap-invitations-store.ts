import type { Context } from "#kernel/context.ts"

/** Deletes invitations that have expired. */
export async function reapInvitations(cx: Context): Promise<void> {
  await cx.atomically((cx) => cx.db.deleteFrom("invitations").where("expires_at", "<=", cx.now()).execute())
}
