import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Inside } from "./context.ts"
import { lockMembership } from "./membership-store.ts"
import { roleCovers } from "./roles.ts"
import { lockSession } from "./session-lock-store.ts"

interface LastingWriter {
  readonly accountId: string
  readonly sessionId: string
  readonly workspaceId: WorkspaceId
}

/** Locks membership and session. Does not throw, since other people's writes may share the transaction. */
export async function lockWriter(cx: Inside, { accountId, sessionId, workspaceId }: LastingWriter): Promise<boolean> {
  const membership = await lockMembership(cx, accountId, workspaceId)
  if (!membership || !roleCovers(membership.role, "member")) return false
  return lockSession(cx, sessionId, accountId)
}
