import type { Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { replaceWords } from "./words-store.ts"

interface Doc {
  readonly docId: string
  readonly workspaceId: WorkspaceId
  readonly title: string
  /** The result of `textOfDoc` for the doc's JSON. */
  readonly text: string
}

/**
 * Call it after the statement that changes title or JSON and so locks the doc: the later index then has both changes.
 */
export async function indexDoc(cx: Inside, { docId, ...words }: Doc): Promise<void> {
  await replaceWords(cx, docId, words)
}
