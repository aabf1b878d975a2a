import { perform } from "#access/perform.ts"
import { roleCovers } from "#access/roles.ts"
import { listAuditEntries, listConnections, listWorkspaceConnections } from "#domains/connections/index.ts"
import { getOwnWorkspace } from "#domains/workspaces/index.ts"
import type { PageContent, Visit } from "../page.ts"
import { inWorkspace } from "../settings/in-workspace.ts"
import { toApps } from "./apps.ts"
import type { ConnectedAppsData, ConnectionAuditData, ConnectionsData } from "./data.ts"

const path = "/account/connections"
const limit = 100

/** The apps that act for a person: what each may do and where, and a button that ends it. */
export async function loadConnections(visit: Visit): Promise<PageContent<ConnectionsData>> {
  const { app, caller, query, refusal } = visit
  const { items, nextCursor } = await perform({ app, caller }, listConnections, { cursor: query.cursor, limit })
  const apps = toApps(visit, items, { path, isOneWorkspace: false })
  const data: ConnectionsData = { apps, nextPath: nextPath(path, nextCursor), refusal }
  return {
    head: { title: "Connected apps" },
    data,
  }
}

/** The apps that act in a workspace: a member's own, and to an admin every member's, with buttons that end them here. */
export async function loadConnectedApps(visit: Visit): Promise<PageContent<ConnectedAppsData>> {
  const { app, query, refusal } = visit
  const caller = inWorkspace(visit)
  const workspace = await perform({ app, caller }, getOwnWorkspace, {})
  const { items, nextCursor } = await perform({ app, caller }, listWorkspaceConnections, {
    cursor: query.cursor,
    limit,
  })
  const here = `/${workspace.slug}/settings/connected-apps`
  const apps = toApps(visit, items, { path: here, isOneWorkspace: true })
  const isEveryones = roleCovers(workspace.role, "admin")
  const data: ConnectedAppsData = { workspace, isEveryones, apps, nextPath: nextPath(here, nextCursor), refusal }
  return {
    head: { title: `Connected apps of ${workspace.name}` },
    data,
  }
}

/** What one connected app did, call by call. */
export async function loadConnectionAudit(visit: Visit): Promise<PageContent<ConnectionAuditData>> {
  const { app, caller, params, query } = visit
  const { id = "" } = params
  const { items, nextCursor } = await perform({ app, caller }, listAuditEntries, {
    id,
    cursor: query.cursor,
    limit: 50,
  })
  return {
    head: { title: "What a connected app did" },
    data: { entries: items, connectionsPath: path, nextPath: nextPath(`${path}/${id}`, nextCursor) },
  }
}

function nextPath(from: string, cursor: string | undefined): string | null {
  return cursor === undefined ? null : `${from}?${new URLSearchParams({ cursor })}`
}
