import type { Context } from "#access/context.ts"
import { isNewer } from "../newer-doc.ts"
import { deleteUpdatesUpTo, replaceState } from "./compact-store.ts"
import { findHead, hasUpdates } from "./content-store.ts"
import { writeDerived } from "./derived.ts"
import { measureDoc } from "./derived-store.ts"
import { digest } from "./load-content.ts"

/**
 * Compacts a doc's state and updates into one state. It reads stored rows, never an open doc, which may lack updates of
 * other processes. It applies them to a doc, because merging ten thousand updates takes seconds. Of two concurrent
 * compactions, the one that has read fewer updates changes nothing.
 */
export async function compactDoc(cx: Context, docId: string): Promise<void> {
  const head = await findHead(cx, docId)
  if (!head || isNewer(head) || !(await hasUpdates(cx, docId))) return
  const { derived, state: bytes, rows } = await digest(cx, docId)
  if (rows === 0) return
  const { seq } = derived
  await cx.atomically(async (cx) => {
    // Reads the authors and times of the updates, so it runs before they are deleted.
    await writeDerived(cx, docId, derived)
    if (!(await replaceState(cx, docId, { seq, bytes }))) return
    await deleteUpdatesUpTo(cx, docId, seq)
    await measureDoc(cx, docId)
  })
}
