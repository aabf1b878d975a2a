import type { Inside } from "#access/context.ts"
import { ofDoc } from "#storage/own-row.ts"
import { changesRow } from "#storage/whether.ts"
import type { OneDoc } from "./client-store.ts"

/** Replaces the state if the new one has a higher `seq`. Returns whether it did. */
export async function replaceState(cx: Inside, doc: OneDoc, { seq, bytes }: { seq: number; bytes: Uint8Array }) {
  return changesRow(cx.db.updateTable("doc_states").set({ seq, bytes }).where(ofDoc(doc)).where("seq", "<", seq))
}

/** Replaces the state unconditionally. */
export async function putState(cx: Inside, doc: OneDoc, { seq, bytes }: { seq: number; bytes: Uint8Array }) {
  await cx.db.updateTable("doc_states").set({ seq, bytes }).where(ofDoc(doc)).execute()
}

/** Deletes the updates that the state contains. Updates that were set aside are in no state, and stay. */
export async function deleteUpdatesUpTo(cx: Inside, doc: OneDoc, seq: number): Promise<void> {
  await cx.db
    .deleteFrom("doc_updates")
    .where(ofDoc(doc))
    .where("seq", "<=", seq)
    .where("broken_at", "is", null)
    .execute()
}
