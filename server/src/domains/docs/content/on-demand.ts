import type { Doc } from "yjs"
import type { Member } from "#access/caller.ts"
import type { Context, Inside } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import type { DocNode } from "#contract/docs/doc-node.ts"
import type { Change } from "./append-update.ts"
import type { Content } from "./open-content.ts"

// Yjs and the editor's schema take a third of a start's time and 60 MB, so they are loaded with the first doc.

/**
 * Opens a doc for those who write in it through this process; one for each doc. Who may is not asked here.
 *
 * @param doc is filled with all that is stored; a new one where none is given.
 * @throws ServiceError `not_found`.
 */
export async function openContent(app: App, docId: string, doc?: Doc): Promise<Content> {
  return (await import("./open-content.ts")).openContent(app, docId, doc)
}

/**
 * Changes the content of a doc for a member, as an update of theirs: a restored version, for example. Whoever has the
 * doc open gets it like any other update. The JSON is up to date afterwards, and what was there before is a version.
 *
 * @param change writes into the doc, which holds all that is stored.
 * @returns the number of the update, or undefined when nothing has changed.
 * @throws ServiceError `not_found`; `conflict` when the doc would be larger than a doc can be.
 */
export async function appendUpdate(cx: Inside & Member, docId: string, change: Change): Promise<number | undefined> {
  return (await import("./append-update.ts")).appendUpdate(cx, docId, change)
}

/** Loads what converts between the editor's JSON and shared docs: `toJson`, `fromJson`. */
export function loadConversions() {
  return import("../conversion/index.ts")
}

/** A doc's text as the editor's JSON, with the updates that its stored JSON does not have yet. */
export async function readPresent(
  cx: Context,
  { id, body, content_seq, indexed_seq }: { id: string; body: string; content_seq: number; indexed_seq: number },
): Promise<DocNode> {
  if (Number(indexed_seq) >= Number(content_seq) || Number(content_seq) === 0) return JSON.parse(body)
  const { digest } = await import("./load-content.ts")
  return JSON.parse((await digest(cx, id)).derived.body)
}
