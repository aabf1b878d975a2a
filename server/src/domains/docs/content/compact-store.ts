import type { Inside } from "#access/context.ts"
import { changesRow } from "#storage/whether.ts"

/** Replaces the state if the new one has a higher `seq`. Returns whether it did. */
export async function replaceState(
  cx: Inside,
  docId: string,
  { seq, bytes }: { seq: number; bytes: Uint8Array },
): Promise<boolean> {
  return changesRow(
    cx.db.updateTable("doc_states").set({ seq, bytes }).where("doc_id", "=", docId).where("seq", "<", seq),
  )
}

/** Replaces the state unconditionally. */
export async function putState(
  cx: Inside,
  docId: string,
  { seq, bytes }: { seq: number; bytes: Uint8Array },
): Promise<void> {
  await cx.db.updateTable("doc_states").set({ seq, bytes }).where("doc_id", "=", docId).execute()
}

/** Deletes the updates that the state contains. Updates that were set aside are in no state, and stay. */
export async function deleteUpdatesUpTo(cx: Inside, docId: string, seq: number): Promise<void> {
  await cx.db
    .deleteFrom("doc_updates")
    .where("doc_id", "=", docId)
    .where("seq", "<=", seq)
    .where("broken_at", "is", null)
    .execute()
}
