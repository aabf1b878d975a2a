import type * as Y from "yjs"
import type { Inside } from "#access/context.ts"
import { noteChange } from "#access/note-change.ts"
import { toJson } from "../conversion/index.ts"
import { accountsNamed, clientsNaming, tellMentions } from "../mentions/index.ts"
import { keepSittings } from "../sittings/index.ts"
import { indexDoc, textOf } from "../words/index.ts"
import { lockBody, lockIndexedSeq } from "./content-store.ts"
import { updateDerived } from "./derived-store.ts"
import { build, readStored } from "./load-content.ts"

/** What is derived from the content of a doc. */
export interface Derived {
  /** The update up to which the content was read. */
  readonly seq: number
  readonly body: string
  /** What is searched. */
  readonly text: string
  /** The accounts that are named in it, each as often as it is, and the clients that wrote these mentions. */
  readonly named: readonly string[]
  readonly clients: ReadonlyMap<string, ReadonlySet<number>>
}

/** Reads from a doc that holds all updates up to `seq` what is kept beside them. */
export function derive(doc: Y.Doc, seq: number): Derived {
  const json = toJson(doc)
  const mentions = { named: accountsNamed(json), clients: clientsNaming(doc) }
  return { seq, body: JSON.stringify(json), text: textOf(json), ...mentions }
}

/**
 * Stores what was derived from a doc's content, its words, who changed it last, and what was there at the end of each
 * sitting, and tells those whom it names anew. Does nothing where that was done for a later update.
 *
 * @param derived with `begins`, the update before which a sitting ends in any case. It brings back what was there, so
 * nobody is told of it again.
 */
export async function writeDerived(
  cx: Inside,
  docId: string,
  { begins, ...derived }: Derived & { begins?: number },
): Promise<void> {
  const before = await lockIndexedSeq(cx, docId)
  if (before === undefined || before >= derived.seq) return
  const news = { docId, after: Math.max(before, 0), upTo: derived.seq, begins }
  await keepSittings(cx, news, (seq) => bodyAt(cx, docId, seq))
  const isTold = derived.named.length > 0 && begins === undefined
  const stored = isTold ? await lockBody(cx, docId) : undefined
  const updated = await updateDerived(cx, docId, derived)
  if (!updated) return
  const { workspace_id: workspaceId, title } = updated
  const { named, clients, seq: upTo } = derived
  if (stored !== undefined)
    await tellMentions(cx, { docId, workspaceId, title, after: before, upTo, before: stored, named, clients })
  await indexDoc(cx, { docId, workspaceId, title, text: derived.text })
  noteChange(cx, { workspaceId, kind: "docs", ref: docId })
}

/** The JSON of a doc after an update whose successors are not in its state yet. */
async function bodyAt(cx: Inside, docId: string, seq: number): Promise<string> {
  const { state, updates } = await readStored(cx, docId)
  const { doc } = build({ state, updates: updates.filter((update) => update.seq <= seq) })
  return JSON.stringify(toJson(doc))
}
