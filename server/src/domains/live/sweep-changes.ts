import type { Context } from "#access/context.ts"
import { dayMs } from "#kernel/time/units.ts"
import { deleteChangesBefore } from "./change-log-store.ts"

/** A page that was offline for longer reloads all its data. */
const keptMs = 7 * dayMs
/** Rows per transaction, so that writers do not wait long. */
const atOnce = 500

export async function sweepChanges(cx: Context): Promise<void> {
  const time = cx.now() - keptMs
  for (let from: string | undefined = ""; from !== undefined; ) {
    const next: string = from
    from = await cx.atomically((cx) => deleteChangesBefore(cx, { time, from: next, limit: atOnce }))
  }
}
