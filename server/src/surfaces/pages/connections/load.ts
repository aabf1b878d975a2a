import { perform } from "#access/perform.ts"
import { listAuditEntries, listConnections } from "#domains/connections/index.ts"
import type { PageContent, Visit } from "../page.ts"
import { toApps } from "./apps.ts"
import type { ConnectionAuditData, ConnectionsData } from "./data.ts"

const path = "/account/connections"
const limit = 100

/** The apps that act for a person: what each may do and where, and a button that ends it. */
export async function loadConnections(visit: Visit): Promise<PageContent<ConnectionsData>> {
  const { app, caller, query, refusal } = visit
  const { items, nextCursor } = await perform({ app, caller }, listConnections, { cursor: query.cursor, limit })
  const apps = toApps(visit, items, path)
  const data: ConnectionsData = { apps, nextPath: nextPath(path, nextCursor), refusal }
  return {
    head: { title: "Connected apps" },
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
