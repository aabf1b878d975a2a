import type { Context } from "#access/context.ts"
import type { Derived } from "../digest/index.ts"
import { isNewer } from "../newer-doc.ts"
import { findContentHead } from "./content-store.ts"
import { writeDerived } from "./derived.ts"
import { digest } from "./load-content.ts"

/** Does nothing without new updates. `read` derives from an open doc; it returns undefined with unstored updates. */
export async function settleDoc(cx: Context, docId: string, read?: () => Derived | undefined): Promise<void> {
  const head = await findContentHead(cx, docId)
  if (!head || isNewer(head) || head.indexed_seq >= head.content_seq || head.content_seq === 0) return
  const doc = { docId, workspaceId: head.workspace_id }
  const derived = read?.() ?? (await digest(cx, doc)).derived
  await cx.atomically((cx) => writeDerived(cx, doc, derived))
}
