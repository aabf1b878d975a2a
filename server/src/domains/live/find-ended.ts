import type { Reading } from "#access/context.ts"
import { sessionIdleMs } from "#domains/accounts/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { listLiveSessions, listMemberships } from "./standing-store.ts"

/** Somebody who looks at a workspace, in one browser. */
export interface Watcher {
  readonly accountId: string
  readonly sessionId: string
  readonly workspaceId: WorkspaceId
}

/** Why somebody may not look on. */
export type EndReason = "signed_out" | "no_access"

/** So many go into one query. */
const batch = 500

/** Those who may not look on: their session, their membership or the workspace has ended. */
export async function findEnded<Who extends Watcher>(
  cx: Reading,
  watchers: readonly Who[],
): Promise<[Who, EndReason][]> {
  const ended: [Who, EndReason][] = []
  for (let at = 0; at < watchers.length; at += batch) {
    const some = watchers.slice(at, at + batch)
    const live = await listLiveSessions(cx, unique(some.map(({ sessionId }) => sessionId)), cx.now() - sessionIdleMs)
    const accounts = unique(some.map(({ accountId }) => accountId))
    const rows = await listMemberships(cx, accounts, unique(some.map(({ workspaceId }) => workspaceId)))
    const members = new Set(rows.map(keyOf))
    for (const who of some) {
      if (!live.has(who.sessionId)) ended.push([who, "signed_out"])
      else if (!members.has(keyOf(who))) ended.push([who, "no_access"])
    }
  }
  return ended
}

/** Whether a session goes on. It is not taken for a use of it. */
export async function isSignedIn(cx: Reading, sessionId: string): Promise<boolean> {
  return (await listLiveSessions(cx, [sessionId], cx.now() - sessionIdleMs)).has(sessionId)
}

const unique = <Text extends string>(texts: readonly Text[]): Text[] => [...new Set(texts)]

const keyOf = ({ accountId, workspaceId }: Pick<Watcher, "accountId" | "workspaceId">) => `${accountId} ${workspaceId}`
