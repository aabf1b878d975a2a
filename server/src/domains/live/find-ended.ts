import type { Reading } from "#access/context.ts"
import type { Role } from "#access/roles.ts"
import { sessionIdleMs } from "#domains/accounts/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { listLiveSessions, listMemberships } from "./standing-store.ts"

/** A person who watches a workspace in one browser. */
export interface Watcher {
  readonly accountId: string
  readonly sessionId: string
  readonly workspaceId: WorkspaceId
}

type EndReason = "signed_out" | "no_access"

const batch = 500

export async function findEnded<Who extends Watcher>(
  cx: Reading,
  watchers: readonly Who[],
): Promise<[Who, EndReason][]> {
  const standings = await listStandings(cx, watchers)
  return standings.flatMap(([who, standing]): [Who, EndReason][] =>
    typeof standing === "string" ? [[who, standing]] : [],
  )
}

/** Returns each watcher's role in the workspace, or why they may not watch. Two queries for 500 watchers. */
export async function listStandings<Who extends Watcher>(
  cx: Reading,
  watchers: readonly Who[],
): Promise<[Who, EndReason | { role: Role }][]> {
  const standings: [Who, EndReason | { role: Role }][] = []
  for (let at = 0; at < watchers.length; at += batch) {
    const some = watchers.slice(at, at + batch)
    const live = await listLiveSessions(cx, unique(some.map(({ sessionId }) => sessionId)), cx.now() - sessionIdleMs)
    const accounts = unique(some.map(({ accountId }) => accountId))
    const rows = await listMemberships(cx, accounts, unique(some.map(({ workspaceId }) => workspaceId)))
    const roles = new Map(rows.map((row) => [keyOf(row), row.role]))
    for (const who of some) {
      const role = roles.get(keyOf(who))
      if (!live.has(who.sessionId)) standings.push([who, "signed_out"])
      else standings.push([who, role ? { role } : "no_access"])
    }
  }
  return standings
}

/** Whether a session is valid. Does not count as a use of the session. */
export async function isSignedIn(cx: Reading, sessionId: string): Promise<boolean> {
  return (await listLiveSessions(cx, [sessionId], cx.now() - sessionIdleMs)).has(sessionId)
}

const unique = <Text extends string>(texts: readonly Text[]): Text[] => [...new Set(texts)]

const keyOf = ({ accountId, workspaceId }: Pick<Watcher, "accountId" | "workspaceId">) => `${accountId} ${workspaceId}`
