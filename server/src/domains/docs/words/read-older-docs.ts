import type { Context, Inside } from "#access/context.ts"
import { indexDoc } from "./index-doc.ts"
import { listUnread, takeUnread } from "./older-doc-store.ts"
import { textOfBody } from "./text-of.ts"

/** Words of so many docs are stored in a transaction, so that no writer waits long. */
const atOnce = 20

/**
 * Reads the words of docs that were written before texts were searched, and not since: nothing settles these. A part of
 * them in each transaction; a process that is killed goes on where it was.
 */
export async function readOlderDocs(cx: Context): Promise<void> {
  for (;;) {
    const ids = await listUnread(cx, atOnce)
    await cx.atomically(async (cx) => {
      for (const id of ids) await readDoc(cx, id)
    })
    if (ids.length < atOnce) return
  }
}

/** Its JSON is all that there is of such a doc. */
async function readDoc(cx: Inside, id: string): Promise<void> {
  const doc = await takeUnread(cx, id)
  if (!doc) return
  await indexDoc(cx, { docId: id, workspaceId: doc.workspace_id, title: doc.title, text: textOfBody(doc.body) })
}
