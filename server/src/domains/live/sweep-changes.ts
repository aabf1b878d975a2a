import type { Context } from "#access/context.ts"
import { dayMs } from "#kernel/time/days.ts"
import { deleteChangesBefore } from "./change-log-store.ts"

/** Who was away for longer asks for everything again. */
const keptMs = 7 * dayMs
/** In a transaction, so that no writer waits long. */
const atOnce = 500

/** Deletes the names of what changed more than seven days ago. */
export async function sweepChanges(cx: Context): Promise<void> {
  const time = cx.now() - keptMs
  for (let from: string | undefined = ""; from !== undefined; ) {
    const next: string = from
    from = await cx.atomically((cx) => deleteChangesBefore(cx, { time, from: next, limit: atOnce }))
  }
}
