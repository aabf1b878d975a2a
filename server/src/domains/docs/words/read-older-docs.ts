import type { Context, Inside } from "#access/context.ts"
import { indexDoc } from "./index-doc.ts"
import { listUnread, takeUnread, type UnindexedDoc } from "./older-doc-store.ts"
import { textOfBody } from "./text-of.ts"

/** Docs per transaction, few enough that no writer waits long. */
const atOnce = 20

/** Indexes docs older than full-text search, in several transactions. Another process can continue after a kill. */
export async function readOlderDocs(cx: Context): Promise<void> {
  let after: UnindexedDoc | undefined
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

/** Indexes docs one by one. A doc that fails does not stop the others, and is not tried again until it is changed. */
async function readOneByOne(cx: Context, docs: readonly UnindexedDoc[]): Promise<void> {
  for (const { id } of docs) {
    try {
      await cx.atomically((cx) => readDoc(cx, id))
    } catch (fault) {
      // If this throws too, the database is down, and the next sweep continues.
      await cx.atomically((cx) => takeUnread(cx, id))
      const what = "The words of a doc could not be read: its text is not searched until it is changed."
      cx.log.error({ docId: id, error: String(fault) }, what)
    }
  }
}

async function readDoc(cx: Inside, id: string): Promise<void> {
  const doc = await takeUnread(cx, id)
  if (!doc) return
  await indexDoc(cx, { docId: id, workspaceId: doc.workspace_id, title: doc.title, text: textOfBody(doc.body) })
}
