import type { Context } from "#access/context.ts"
import type { Counters } from "#adapters/counters/port.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { touchSessions } from "./session-store.ts"

/** How old a session's recorded use may be before its next use is recorded. */
export const useGrainMs = 10 * minuteMs
/** A process records uses once in this time at most. */
const restMs = 1_000
/** Databases limit the parameters of a statement. */
const mostAtOnce = 10_000

/** The ids of sessions whose use is not recorded yet, for each process. */
const unrecorded = new WeakMap<Counters, Set<string>>()

/** Notes that a session is in use, without waiting for the database. Uses that are noted together share a statement. */
export function noteSessionUse(cx: Context, id: string): void {
  const ids = unrecorded.get(cx.counters) ?? new Set()
  unrecorded.set(cx.counters, ids)
  if (ids.size === 0) recordSoon(cx)
  ids.add(id)
}

/** Records the noted uses now. A use that is not recorded, in an outage, is noted again by the session's next request. */
export async function recordSessionUses(cx: Context): Promise<void> {
  const waiting = unrecorded.get(cx.counters) ?? new Set()
  const ids = [...waiting].slice(0, mostAtOnce)
  if (ids.length === 0) return
  for (const id of ids) waiting.delete(id)
  if (waiting.size > 0) recordSoon(cx)
  try {
    await cx.atomically((cx) => touchSessions(cx, ids, cx.now() - useGrainMs))
  } catch (fault) {
    cx.log.warn({ fault }, "The use of sessions was not recorded.")
  }
}

function recordSoon(cx: Context): void {
  setTimeout(() => void recordSessionUses(cx), restMs).unref()
}
