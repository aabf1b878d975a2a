import type { listConnections } from "#domains/connections/index.ts"
import type { Visit } from "../page.ts"
import type { AppData, ConnectionData } from "./data.ts"

type Listed = Awaited<ReturnType<typeof listConnections.run>>["items"][number]

/** Groups connections by app, in the order in which they were listed; `path` is that of the page that lists them. */
export function toApps(visit: Visit, listed: readonly Listed[], path: string): AppData[] {
  const groups = Map.groupBy(listed, ({ app }) => app)
  return [...groups.values()].flatMap((group) => toApp(visit, group, path) ?? [])
}

function toApp(visit: Visit, group: readonly Listed[], path: string): AppData | undefined {
  const [newest] = group
  if (!newest) return undefined
  const [live, ...older] = group.filter(({ endedAt }) => endedAt === null)
  const { clientId, redirectHost, isLoopback } = newest
  const { formToken, settings } = visit
  return {
    clientName: settings.oauthClientName,
    clientId,
    redirectHost,
    isLoopback,
    connections: group.map((connection) => toConnectionData(visit, connection, path)),
    endOlder:
      live && older.length > 0 ? { action: `${path}/${live.id}/end-older`, formToken, count: older.length } : null,
  }
}

function toConnectionData({ settings, formToken }: Visit, listed: Listed, path: string): ConnectionData {
  const { id, scopes, reach, endedAt } = listed
  return {
    clientName: settings.oauthClientName,
    scopes: scopes.map(({ scope, words, note = null }) => ({ scope, words, note })),
    reach,
    workspace: listed.workspace,
    leftOutCount: listed.leftOutCount,
    createdAt: listed.createdAt,
    lastUsedAt: listed.lastUsedAt,
    liveUntil: listed.liveUntil,
    endedAt,
    endedReason: listed.endedReason,
    auditPath: `${path}/${id}`,
    end: endedAt === null ? { action: `${path}/${id}/end`, formToken } : null,
  }
}
