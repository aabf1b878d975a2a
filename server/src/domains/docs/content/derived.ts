import type { Inside } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import { bodyAfter, type Derived } from "../digest/index.ts"
import { storeEditingSessions } from "../editing-sessions/index.ts"
import { notifyNewMentions } from "../mentions/index.ts"
import { indexDoc } from "../words/index.ts"
import type { OneDoc } from "./client-store.ts"
import { lockBody, lockIndexedSeq } from "./content-store.ts"
import { updateDerived } from "./derived-store.ts"
import { readStored } from "./load-content.ts"

/**
 * Stores a doc's derived data and versions; does nothing where a later update was derived. Sends notices of new
 * mentions, except for the update `begins`, which restores earlier content and ends a session.
 */
export async function writeDerived(
  cx: Inside,
  doc: OneDoc,
  { begins, bodies, ...derived }: Derived & { begins?: number },
): Promise<void> {
  const { docId, workspaceId } = doc
  const before = await lockIndexedSeq(cx, doc)
  if (before === undefined || before >= derived.seq) return
  const news = { ...doc, after: Math.max(before, 0), upTo: derived.seq, begins }
  await storeEditingSessions(cx, news, async (seq) => bodies?.get(seq) ?? bodyAfter(await readStored(cx, doc), seq))
  const hasMentions = derived.named.length > 0 && begins === undefined
  const stored = hasMentions ? (await lockBody(cx, doc))?.body : undefined
  const updated = await updateDerived(cx, doc, derived)
  if (!updated) return
  const { title } = updated
  const { named, clients, seq: upTo } = derived
  if (stored !== undefined)
    await notifyNewMentions(cx, { docId, workspaceId, title, after: before, upTo, before: stored, named, clients })
  await indexDoc(cx, { docId, workspaceId, title, text: derived.text })
  noteChange(cx, { workspaceId, kind: "docs", ref: docId })
}
