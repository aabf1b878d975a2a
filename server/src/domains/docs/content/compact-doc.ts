import type { Context } from "#access/context.ts"
import { isNewer } from "../newer-doc.ts"
import { deleteUpdatesUpTo, replaceState } from "./compact-store.ts"
import { findHead, hasUpdates } from "./content-store.ts"
import { writeDerived } from "./derived.ts"
import { measureDoc } from "./derived-store.ts"
import { digest } from "./load-content.ts"

/**
 * Makes one state of a doc's state and its updates. It is made of exactly what is stored, never of a doc that is open,
 * which may lack what another process stored; and through a doc, since merging ten thousand updates takes seconds. When
 * two processes do it at once, the one that has read less changes nothing.
 */
export async function compactDoc(cx: Context, docId: string): Promise<void> {
  const head = await findHead(cx, docId)
  if (!head || isNewer(head) || !(await hasUpdates(cx, docId))) return
  const { derived, state: bytes, rows } = await digest(cx, docId)
  if (rows === 0) return
  const { seq } = derived
  await cx.atomically(async (cx) => {
    // It reads of the updates who wrote when, so it comes before they go.
    await writeDerived(cx, docId, derived)
    if (!(await replaceState(cx, docId, { seq, bytes }))) return
    await deleteUpdatesUpTo(cx, docId, seq)
    await measureDoc(cx, docId)
  })
}
