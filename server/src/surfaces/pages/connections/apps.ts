import type { listConnections } from "#domains/connections/index.ts"
import type { Visit } from "../page.ts"
import type { AppData, ConnectionData } from "./data.ts"

type Connection = Omit<Awaited<ReturnType<typeof listConnections.run>>["items"][number], "workspace"> &
  Pick<ConnectionData, "workspace">
type Owner = NonNullable<AppData["member"]> & { accountId: string }

/** A connection as it was listed. It names its member where the connections of several people are listed. */
export type Listed = Connection & { member?: Owner }

/** The page that lists the connections: where its forms are sent, and what they do. */
export interface ListingPage {
  /** The page's own path; a connection's is below it. */
  path: string
  /**
   * Whether it is the page of one workspace. There, ending a connection for every workspace ends it in this one only.
   */
  isOneWorkspace: boolean
}

/** Groups connections by app and person, in the order in which they were listed. */
export function toApps(visit: Visit, listed: readonly Listed[], page: ListingPage): AppData[] {
  const groups = Map.groupBy(listed, ({ app, member }) => `${member?.accountId} ${app}`)
  return [...groups.values()].flatMap((group) => toApp(visit, group, page) ?? [])
}

function toApp(visit: Visit, group: readonly Listed[], page: ListingPage): AppData | undefined {
  const [newest] = group
  if (!newest) return undefined
  const [live, ...older] = group.filter(({ endedAt }) => endedAt === null)
  const { clientId, redirectHost, isLoopback, member } = newest
  const { formToken, settings } = visit
  return {
    clientName: settings.oauthClientName,
    clientId,
    redirectHost,
    isLoopback,
    member: member ? { email: member.email, name: member.name, isCaller: member.isCaller } : null,
    connections: group.map((connection) => toConnectionData(visit, connection, page)),
    endOlder:
      live && older.length > 0 ? { action: `${page.path}/${live.id}/end-older`, formToken, count: older.length } : null,
  }
}

function toConnectionData({ settings, formToken }: Visit, listed: Listed, page: ListingPage): ConnectionData {
  const { id, scopes, reach, endedAt, member } = listed
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
    auditPath: member?.isCaller === false ? null : `/account/connections/${id}`,
    end: endedAt === null ? { action: `${page.path}/${id}/end`, formToken } : null,
    endsHereOnly: page.isOneWorkspace && reach === "every",
  }
}
