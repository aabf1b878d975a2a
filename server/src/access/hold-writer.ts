import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Inside } from "./context.ts"
import { holdMembership } from "./membership-store.ts"
import { roleCovers } from "./roles.ts"
import { holdSession } from "./session-hold-store.ts"

/** A person whose connection stays open for longer than a request, as they were when it opened. */
interface LastingWriter {
  readonly accountId: string
  readonly sessionId: string
  readonly workspaceId: WorkspaceId
}

/**
 * Tells inside a transaction whether somebody whose connection has been open for a while may still write, and locks
 * what says so until it ends: their membership, a role that writes, their session. It throws nothing, since others'
 * writes may be in the same transaction.
 */
export async function holdWriter(cx: Inside, { accountId, sessionId, workspaceId }: LastingWriter): Promise<boolean> {
  const membership = await holdMembership(cx, accountId, workspaceId)
  if (!membership || !roleCovers(membership.role, "member")) return false
  return holdSession(cx, sessionId, accountId)
}
