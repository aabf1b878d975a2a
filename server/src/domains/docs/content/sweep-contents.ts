import type { Context } from "#access/context.ts"
import { readOlderDocs } from "../words/index.ts"
import { listLongLogs, listUnsettled } from "./work-store.ts"

/** A doc without an update for so long is open nowhere, or nobody writes in it. */
const quietMs = 10 * 60_000
const part = 100

/** Brings up to date what is derived from docs whose process was killed before it did, and of docs of before. */
export async function settleContents(cx: Context): Promise<void> {
  await readOlderDocs(cx)
  let after = ""
  for (;;) {
    const ids = await listUnsettled(cx, { after, limit: part })
    for (const id of ids) {
      await orSay(cx, id, async () => (await import("./settle-doc.ts")).settleDoc(cx, id))
    }
    after = ids.at(-1) ?? ""
    if (ids.length < part) return
  }
}

/** Makes one state of the updates of docs that have many, or have not been written in for a while. */
export async function compactContents(cx: Context): Promise<void> {
  for (const id of await listLongLogs(cx, { quietSince: cx.now() - quietMs, limit: part })) {
    await orSay(cx, id, async () => (await import("./compact-doc.ts")).compactDoc(cx, id))
  }
}

/** One doc that cannot be read keeps no other waiting. */
async function orSay(cx: Context, docId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (fault) {
    cx.log.error({ docId, error: String(fault) }, "A doc's content could not be swept.")
  }
}
