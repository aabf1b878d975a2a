import * as Y from "yjs"
import type { Inside, Member } from "#access/context.ts"
import { noteDoc } from "#changes/note-change.ts"
import { conflict } from "#kernel/error.ts"
import { fromJson, toJson } from "../conversion/index.ts"
import { derive } from "../digest/index.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"
import { insertOwners } from "./client-store.ts"
import { insertUpdates, takeNumbers } from "./content-store.ts"
import { writeDerived } from "./derived.ts"
import { beginInside } from "./first-state.ts"
import { maxStateBytes } from "./limits.ts"

/** Writes into a doc that holds all stored updates, and can convert the editor's JSON. */
export type DocEdit = (doc: Y.Doc, conversions: { toJson: typeof toJson; fromJson: typeof fromJson }) => void

export async function appendUpdate(cx: Inside & Member, docId: string, change: DocEdit): Promise<number | undefined> {
  if (!(await findDoc(cx, docId))) throw noSuchDoc()
  const target = { docId, workspaceId: cx.workspaceId }
  const { doc, bytes: before } = await beginInside(cx, target)
  const bytes = updateOf(doc, change)
  if (!bytes) return undefined
  // A change may also delete text, so the doc's real size is measured where the sum is above the limit.
  if (before + bytes.byteLength > maxStateBytes && Y.encodeStateAsUpdate(doc).byteLength > maxStateBytes) throw isFull()
  await insertOwners(cx, target, new Map([[doc.clientID, cx.accountId]]))
  const seq = await takeNumbers(cx, { ...target, by: 1 })
  if (seq === undefined) throw noSuchDoc()
  await insertUpdates(cx, [{ ...target, seq, bytes, accountId: cx.accountId, now: cx.now() }])
  noteDoc(cx, docId, seq)
  await writeDerived(cx, target, { ...derive(doc, seq), begins: seq })
  return seq
}

/** Merges the updates of a change into one. Yjs may emit a second update that cleans up. */
function updateOf(doc: Y.Doc, change: DocEdit): Uint8Array | undefined {
  const made: Uint8Array[] = []
  doc.on("update", (bytes: Uint8Array) => made.push(bytes))
  doc.transact(() => change(doc, { toJson, fromJson }))
  return made.length > 1 ? Y.mergeUpdates(made) : made[0]
}

const isFull = () => conflict("This doc is too large.", "Move some content to a new doc.")
