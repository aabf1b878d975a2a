import { hash } from "node:crypto"
import type { Inside } from "#access/context.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type EntryRow, holdChain, insertEntry } from "./entry-store.ts"

export type RecordedCall = Omit<EntryRow, "workspace_id" | "seq" | "at" | "previous_hash" | "hash">

/**
 * Adds a call that ended to its workspace's record, in the present transaction: of a write, the one that writes. Each
 * line holds the hash of the one before, so that a line which is changed or taken away is found.
 */
export async function recordCall(cx: Inside, workspaceId: WorkspaceId, call: RecordedCall): Promise<void> {
  const last = await holdChain(cx, workspaceId)
  const line = { ...call, workspace_id: workspaceId, seq: last.seq + 1, at: cx.now(), previous_hash: last.hash }
  await insertEntry(cx, { ...line, hash: hashOf(line) })
}

/** SHA-256 over a line in canonical JSON, the hash of the one before included. */
function hashOf(line: Omit<EntryRow, "hash">): string {
  return hash("sha256", canonicalJson(line), "hex")
}

/** The first line, of lines in their order, that was changed or does not follow the one before; undefined if none. */
export function findBreak(rows: readonly EntryRow[]): EntryRow | undefined {
  return rows.find(({ hash: kept, ...line }, index) => {
    const before = rows[index - 1]
    const follows = before === undefined || (line.previous_hash === before.hash && line.seq === before.seq + 1)
    return !follows || hashOf(line) !== kept
  })
}
