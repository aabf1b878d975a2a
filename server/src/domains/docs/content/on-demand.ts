import type { Doc } from "yjs"
import type { Context, Inside, Member } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import type { DocNode } from "#contract/docs/doc-node.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { DocEdit } from "./append-update.ts"
import type { Content } from "./open-content.ts"

// Yjs and the editor's schema take a third of a start's time and 60 MB, so they are loaded with the first doc.

/** Opens a doc once for this process, without checking permissions. Fills `doc`. @throws ServiceError `not_found`. */
export async function openContent(app: App, docId: string, doc?: Doc): Promise<Content> {
  return (await import("./open-content.ts")).openContent(app, docId, doc)
}

/**
 * Changes a doc as a member's update. The JSON is derived at once; the content before becomes a version. Returns the
 * update's number, or undefined without a change. @throws ServiceError `not_found`; `conflict` when too large.
 */
export async function appendUpdate(cx: Inside & Member, docId: string, change: DocEdit): Promise<number | undefined> {
  return (await import("./append-update.ts")).appendUpdate(cx, docId, change)
}

export function loadConversions() {
  return import("../conversion/index.ts")
}

interface PresentRow {
  readonly id: string
  readonly workspace_id: WorkspaceId
  readonly body: string
  readonly content_seq: number
  readonly indexed_seq: number
}

/** A doc as the editor's JSON, including the updates that its stored JSON lacks. */
export async function readPresent(
  cx: Context,
  { id, workspace_id, body, content_seq, indexed_seq }: PresentRow,
): Promise<DocNode> {
  if (Number(indexed_seq) >= Number(content_seq) || Number(content_seq) === 0) return JSON.parse(body)
  const { digest } = await import("./load-content.ts")
  return JSON.parse((await digest(cx, { docId: id, workspaceId: workspace_id })).derived.body)
}
