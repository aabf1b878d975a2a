import type { Context } from "#access/context.ts"
import { deleteTrashedLinks } from "./link-store.ts"

const trashDays = 30
const dayMs = 86_400_000

/** Deletes for good the links that have been in the trash for 30 days. Their slugs are free again. */
export function sweepLinkTrash(cx: Context): Promise<void> {
  return cx.atomically((cx) => deleteTrashedLinks(cx, cx.now() - trashDays * dayMs))
}
