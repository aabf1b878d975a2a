import type { Context } from "#access/context.ts"
import { dropOldest } from "#kernel/bounds/drop-oldest.ts"
import { QueueFull } from "#kernel/bounds/fair-queue.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { readOlderDocs } from "../words/index.ts"
import { listLongLogs, listUnsettled } from "./work-store.ts"

const quietMs = 10 * minuteMs
const part = 100

/** The longest pause after a failed sweep of a doc. The pause doubles with each failure. */
const longestPauseMs = 60 * minuteMs
const mostFailing = 10_000

const failing = new Map<string, { pauseMs: number; until: number }>()

/** Derives the data of docs whose process was killed before it did, and of docs from older releases. */
export async function settleContents(cx: Context): Promise<void> {
  await readOlderDocs(cx)
  await forEachDoc(
    cx,
    (after) => listUnsettled(cx, { after, limit: part }),
    async (id) => (await import("./settle-doc.ts")).settleDoc(cx, id),
  )
}

export async function compactContents(cx: Context): Promise<void> {
  const quietSince = cx.now() - quietMs
  await forEachDoc(
    cx,
    (after) => listLongLogs(cx, { quietSince, after, limit: part }),
    async (id) => (await import("./compact-doc.ts")).compactDoc(cx, id),
  )
}

/** Runs `work` for each doc that `list` finds, in batches. A failing doc does not stop the others. */
async function forEachDoc(
  cx: Context,
  list: (after: string) => Promise<readonly string[]>,
  work: (docId: string) => Promise<void>,
): Promise<void> {
  let after = ""
  for (;;) {
    const ids = await list(after)
    for (const id of ids) await sweepDoc(cx, id, work)
    after = ids.at(-1) ?? ""
    if (ids.length < part) return
  }
}

async function sweepDoc(cx: Context, id: string, work: (docId: string) => Promise<void>): Promise<void> {
  const before = failing.get(id)
  if (before && before.until > cx.now()) return
  failing.delete(id)
  try {
    await work(id)
  } catch (fault) {
    if (fault instanceof QueueFull) return // the next sweep tries again
    const pauseMs = Math.min(before ? before.pauseMs * 2 : minuteMs, longestPauseMs)
    failing.set(id, { pauseMs, until: cx.now() + pauseMs })
    dropOldest(failing, mostFailing)
    cx.log.error({ docId: id, pauseMs, error: String(fault) }, "A doc's content could not be swept.")
  }
}
