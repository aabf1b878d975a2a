import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { type Ending, endTokenRows } from "./token-store.ts"

/** Ends tokens: from this commit on they open nothing here, and a job has each revoked at its server. */
export async function endTokens(cx: Inside, ending: Ending): Promise<void> {
  for (const tokenId of await endTokenRows(cx, ending)) {
    await enqueue(cx, "revoke-tool-token", { payload: { tokenId } })
  }
}
