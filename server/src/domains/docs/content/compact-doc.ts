import type { Context } from "#access/context.ts"
import { isNewer } from "../newer-doc.ts"
import { deleteUpdatesUpTo, replaceState } from "./compact-store.ts"
import { findContentHead, hasUpdates } from "./content-store.ts"
import { writeDerived } from "./derived.ts"
import { measureDoc } from "./derived-store.ts"
import { digest } from "./load-content.ts"

/**
 * Compacts stored rows, never an open doc, which may lack other processes' updates. It applies them to a doc, because
 * merging ten thousand takes seconds. Of concurrent compactions, the one with fewer updates changes nothing.
 */
export async function compactDoc(cx: Context, docId: string): Promise<void> {
  const head = await findContentHead(cx, docId)
  if (!head || isNewer(head)) return
  const doc = { docId, workspaceId: head.workspace_id }
  if (!(await hasUpdates(cx, doc))) return
  const { derived, state: bytes, rows } = await digest(cx, doc)
  if (rows === 0) return
  const { seq } = derived
  await cx.atomically(async (cx) => {
    // Reads the authors and times of the updates, so it runs before they are deleted.
    await writeDerived(cx, doc, derived)
    if (!(await replaceState(cx, doc, { seq, bytes }))) return
    await deleteUpdatesUpTo(cx, doc, seq)
    await measureDoc(cx, doc)
  })
}
