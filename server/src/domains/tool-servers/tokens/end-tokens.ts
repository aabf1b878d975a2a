import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { type Ending, endTokenRows } from "./token-store.ts"

/** Ends tokens. They are unusable from the commit on, and a job revokes each at its server. */
export async function endTokens(cx: Inside, ending: Ending): Promise<void> {
  for (const tokenId of await endTokenRows(cx, ending)) {
    await enqueue(cx, "revoke-tool-token", { payload: { tokenId } })
  }
}
