import { perform } from "#access/perform.ts"
import { roleCovers } from "#access/roles.ts"
import { listAuditEntries, listConnections, listWorkspaceConnections } from "#domains/connections/index.ts"
import { getOwnWorkspace } from "#domains/workspaces/index.ts"
import { html } from "../transport/html.ts"
import { plainApps, toApps } from "./connected-apps.ts"
import type { ConnectedAppsData, ConnectionsData } from "./connection-page-data.ts"
import { inWorkspace } from "./in-workspace.ts"
import type { PageContent, Visit } from "./page.ts"
import { plainRefusal } from "./plain-form.ts"

const path = "/account/connections"
const limit = 100

/** The apps that act for a person: what each may do and where, and a button that ends it. */
export async function loadConnections(visit: Visit): Promise<PageContent<"connections">> {
  const { app, caller, query, refusal } = visit
  const { items, nextCursor } = await perform({ app, caller }, listConnections, { cursor: query.cursor, limit })
  const apps = toApps(visit, items, { path, isOneWorkspace: false })
  const data: ConnectionsData = { apps, nextPath: nextPath(path, nextCursor), refusal }
  return {
    head: { title: "Connected apps" },
    data,
    plain: html`<h1>Connected apps</h1>${plainRefusal(refusal)}${plainApps(apps)}<p><a href="/account">Your account</a></p>`,
  }
}

/** The apps that act in a workspace: a member's own, and to an admin every member's, with buttons that end them here. */
export async function loadConnectedApps(visit: Visit): Promise<PageContent<"connected-apps">> {
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
    plain: html`
      <h1>Connected apps of ${workspace.name}</h1>
      ${plainRefusal(refusal)}
      ${plainApps(apps)}
      <p><a href="${path}">Your connected apps</a></p>
    `,
  }
}

/** What one connected app did, call by call. */
export async function loadConnectionAudit(visit: Visit): Promise<PageContent<"connection-audit">> {
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
    plain: html`<h1>What a connected app did</h1><ul>${items.map(
      ({ at, tool, outcome }) => html`<li>${new Date(at).toISOString()} ${tool}: ${outcome}</li>`,
    )}</ul><p><a href="${path}">Connected apps</a></p>`,
  }
}

function nextPath(from: string, cursor: string | undefined): string | null {
  return cursor === undefined ? null : `${from}?${new URLSearchParams({ cursor })}`
}
