import type { Context } from "#access/context.ts"
import { enqueueDueToolServers } from "./calls/index.ts"
import { deleteOverSignIns } from "./sign-ins/index.ts"
import { deleteEndedBefore } from "./tokens/index.ts"

/** A token that could not be revoked for so long is forgotten. */
const longestMs = 86_400_000

/** Has due servers looked at, and deletes sign-ins that are over and ended tokens whose server cannot be reached. */
export async function sweepToolServers(cx: Context): Promise<void> {
  await enqueueDueToolServers(cx)
  await cx.atomically(async (cx) => {
    await deleteOverSignIns(cx)
    await deleteEndedBefore(cx, cx.now() - longestMs)
  })
}
