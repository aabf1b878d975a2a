import type { Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { replaceWords } from "./words-store.ts"

/** A doc as it is from now on. */
interface Doc {
  readonly docId: string
  readonly workspaceId: WorkspaceId
  readonly title: string
  /** What `textOf` makes of its JSON. */
  readonly text: string
}

/**
 * Makes a doc found by its words. To be called in each transaction that changes a doc's title or its JSON, and after
 * the statement that does, which locks the doc: of two that change it, the later one then has both changes.
 */
export async function indexDoc(cx: Inside, { docId, ...words }: Doc): Promise<void> {
  await replaceWords(cx, docId, words)
}
