import type { Context } from "#access/context.ts"
import { readOlderDocs } from "../words/index.ts"
import { listLongLogs, listUnsettled } from "./work-store.ts"

/** A doc without an update for so long is open nowhere, or nobody writes in it. */
const quietMs = 10 * 60_000
const part = 100

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
    for (const id of ids) {
      await work(id).catch((fault: unknown) => {
        cx.log.error({ docId: id, error: String(fault) }, "A doc's content could not be swept.")
      })
    }
    after = ids.at(-1) ?? ""
    if (ids.length < part) return
  }
}
