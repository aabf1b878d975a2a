import type { Context, Inside } from "#access/context.ts"
import { indexDoc } from "./index-doc.ts"
import { listUnread, takeUnread, type Unread } from "./older-doc-store.ts"
import { textOfBody } from "./text-of.ts"

/** Words of so many docs are stored in a transaction, so that no writer waits long. */
const atOnce = 20

/**
 * Reads the words of docs that were written before texts were searched, and not since: nothing settles these. A part of
 * them in each transaction; a process that is killed goes on where it was.
 */
export async function readOlderDocs(cx: Context): Promise<void> {
  let after: Unread | undefined
  for (;;) {
    const docs = await listUnread(cx, { after, limit: atOnce })
    await cx
      .atomically(async (cx) => {
        for (const { id } of docs) await readDoc(cx, id)
      })
      .catch(() => readOneByOne(cx, docs))
    after = docs.at(-1)
    if (docs.length < atOnce) return
  }
}

/** One that cannot be read keeps no other waiting, and is not tried again: it has no words until it is changed. */
async function readOneByOne(cx: Context, docs: readonly Unread[]): Promise<void> {
  for (const { id } of docs) {
    try {
      await cx.atomically((cx) => readDoc(cx, id))
    } catch (fault) {
      // Where this throws too, it is the database that does not answer; the next sweep goes on.
      await cx.atomically((cx) => takeUnread(cx, id))
      const what = "The words of a doc could not be read: its text is not searched until it is changed."
      cx.log.error({ docId: id, error: String(fault) }, what)
    }
  }
}

/** Its JSON is all that there is of such a doc. */
async function readDoc(cx: Inside, id: string): Promise<void> {
  const doc = await takeUnread(cx, id)
  if (!doc) return
  await indexDoc(cx, { docId: id, workspaceId: doc.workspace_id, title: doc.title, text: textOfBody(doc.body) })
}
