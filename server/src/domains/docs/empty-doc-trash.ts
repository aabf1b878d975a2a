import type { Context } from "#kernel/context.ts"
import { removeTrashedDocs } from "./doc-store.ts"

const trashMs = 30 * 86_400_000
const batch = 200

/** Removes docs for good that have been in the trash for 30 days, with their versions. */
export async function emptyDocTrash(cx: Context): Promise<void> {
  const trashedUntil = cx.now() - trashMs
  while ((await cx.atomically((cx) => removeTrashedDocs(cx, { trashedUntil, limit: batch }))) === batch);
}
