import type { Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { replaceWords } from "./words-store.ts"

/** The present title and text of a doc. */
interface Doc {
  readonly docId: string
  readonly workspaceId: WorkspaceId
  readonly title: string
  /** The result of `textOf` for the doc's JSON. */
  readonly text: string
}

/**
 * Indexes a doc's words. Call it in each transaction that changes a doc's title or JSON, after the statement that does
 * and so locks the doc: of two concurrent changes, the later index then contains both.
 */
export async function indexDoc(cx: Inside, { docId, ...words }: Doc): Promise<void> {
  await replaceWords(cx, docId, words)
}
