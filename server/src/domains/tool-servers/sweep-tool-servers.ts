import type { Context } from "#access/context.ts"
import { enqueueDueToolServers } from "./calls/index.ts"
import { deleteOverSignIns } from "./sign-ins/index.ts"
import { deleteEndedBefore } from "./tokens/index.ts"

/** After this time, an ended token that could not be revoked is deleted. */
const longestMs = 86_400_000

/** Refreshes due servers. Deletes expired sign-ins, and ended tokens whose server cannot be reached. */
export async function sweepToolServers(cx: Context): Promise<void> {
  await enqueueDueToolServers(cx)
  await cx.atomically(async (cx) => {
    await deleteOverSignIns(cx)
    await deleteEndedBefore(cx, cx.now() - longestMs)
  })
}
