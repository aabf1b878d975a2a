import type { Context } from "#access/context.ts"
import { dropOldest } from "#kernel/bounds/drop-oldest.ts"
import { QueueFull } from "#kernel/bounds/fair-queue.ts"
import { readOlderDocs } from "../words/index.ts"
import { listLongLogs, listUnsettled } from "./work-store.ts"

/** A doc without an update for so long is open nowhere, or nobody writes in it. */
const quietMs = 10 * 60_000
const part = 100

const minuteMs = 60_000
/** A doc whose sweep fails is left alone for twice as long each time, up to this. */
const longestPauseMs = 60 * minuteMs
/** How many such docs are remembered. */
const mostFailing = 10_000

/** Docs whose last sweep failed: the pause that followed, and its end. */
const failing = new Map<string, { pauseMs: number; until: number }>()

/** Brings up to date what is derived from docs whose process was killed before it did, and of docs of before. */
export async function settleContents(cx: Context): Promise<void> {
  await readOlderDocs(cx)
  await forEachDoc(
    cx,
    (after) => listUnsettled(cx, { after, limit: part }),
    async (id) => (await import("./settle-doc.ts")).settleDoc(cx, id),
  )
}

/** Makes one state of the updates of docs that have many, or have not been written in for a while. */
export async function compactContents(cx: Context): Promise<void> {
  const quietSince = cx.now() - quietMs
  await forEachDoc(
    cx,
    (after) => listLongLogs(cx, { quietSince, after, limit: part }),
    async (id) => (await import("./compact-doc.ts")).compactDoc(cx, id),
  )
}

/** Does something for each of the docs that `list` finds behind an id. One that fails keeps no other waiting. */
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
    if (fault instanceof QueueFull) return // it waits for its turn
    const pauseMs = Math.min(before ? before.pauseMs * 2 : minuteMs, longestPauseMs)
    failing.set(id, { pauseMs, until: cx.now() + pauseMs })
    dropOldest(failing, mostFailing)
    cx.log.error({ docId: id, pauseMs, error: String(fault) }, "A doc's content could not be swept.")
  }
}
