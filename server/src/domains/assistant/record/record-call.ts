import { hash } from "node:crypto"
import type { Inside } from "#access/context.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type EntryRow, insertEntry, lockChain } from "./entry-store.ts"

export type RecordedCall = Omit<EntryRow, "workspace_id" | "seq" | "at" | "previous_hash" | "hash">

/** Each line holds the hash of the line before, so that a check finds a changed or missing line. */
export async function recordCall(cx: Inside, workspaceId: WorkspaceId, call: RecordedCall): Promise<void> {
  const last = await lockChain(cx, workspaceId)
  const line = { ...call, workspace_id: workspaceId, seq: last.seq + 1, at: cx.now(), previous_hash: last.hash }
  await insertEntry(cx, { ...line, hash: hashOf(line) })
}

function hashOf(line: Omit<EntryRow, "hash">): string {
  return hash("sha256", canonicalJson(line), "hex")
}

/** Finds the first line that was changed or does not follow the line before it. */
export function findBreak(rows: readonly EntryRow[]): EntryRow | undefined {
  return rows.find(({ hash: stored, ...line }, index) => {
    const before = rows[index - 1]
    const follows = before === undefined || (line.previous_hash === before.hash && line.seq === before.seq + 1)
    return !follows || hashOf(line) !== stored
  })
}
