import { perform } from "#access/perform.ts"
import { listAuditEntries, listConnections } from "#domains/connections/index.ts"
import type { ConnectionData, ConnectionsData } from "./connection-page-data.ts"
import { plainForm, plainRefusal } from "./form.ts"
import { type Html, html } from "./html.ts"
import type { Sheet, Visit } from "./page.ts"
import type { FormData } from "./page-data.ts"

const path = "/account/connections"

/** The apps that act for a person: what each may do and where, and a button that ends it. */
export async function loadConnections(visit: Visit): Promise<Sheet<"connections">> {
  const { app, caller, query, refusal } = visit
  const { items, nextCursor } = await perform(app, listConnections, caller, { cursor: query.cursor })
  const connections = items.map((connection) => toConnectionData(visit, connection))
  const data: ConnectionsData = { connections, nextPath: nextPath(path, nextCursor), refusal }
  return {
    head: { title: "Connected apps" },
    data,
    plain: html`<h1>Connected apps</h1>${plainRefusal(refusal)}<ul>${connections.map(
      ({ clientName, auditPath, workspace, end }) =>
        html`<li>${clientName}, ${workspace.name} <a href="${auditPath}">What it did</a> ${end ? plainEnding(end) : "Ended"}</li>`,
    )}</ul><p><a href="/account">Your account</a></p>`,
  }
}

/** Asks once more before it ends: the button stands in what has to be opened first. */
function plainEnding(end: FormData): Html {
  return html`<details><summary>End this connection</summary><p>It stops at once. What it made stays.</p>${plainForm(end, html``, "Yes, end it")}</details>`
}

/** What one connected app did, call by call. */
export async function loadConnectionAudit(visit: Visit): Promise<Sheet<"connection-audit">> {
  const { app, caller, params, query } = visit
  const { id = "" } = params
  const { items, nextCursor } = await perform(app, listAuditEntries, caller, { id, cursor: query.cursor, limit: 50 })
  return {
    head: { title: "What a connected app did" },
    data: { entries: items, connectionsPath: path, nextPath: nextPath(`${path}/${id}`, nextCursor) },
    plain: html`<h1>What a connected app did</h1><ul>${items.map(
      ({ at, tool, outcome }) => html`<li>${new Date(at).toISOString()} ${tool}: ${outcome}</li>`,
    )}</ul><p><a href="${path}">Connected apps</a></p>`,
  }
}

type Connection = Awaited<ReturnType<typeof listConnections.run>>["items"][number]

function toConnectionData({ settings, formToken }: Visit, connection: Connection): ConnectionData {
  const { id, scopes, ...rest } = connection
  return {
    ...rest,
    clientName: settings.oauthClientName,
    scopes: scopes.map(({ scope, words, note = null }) => ({ scope, words, note })),
    auditPath: `${path}/${id}`,
    end: rest.endedAt === null ? { action: `${path}/${id}/end`, formToken } : null,
  }
}

function nextPath(from: string, cursor: string | undefined): string | null {
  return cursor === undefined ? null : `${from}?${new URLSearchParams({ cursor })}`
}
