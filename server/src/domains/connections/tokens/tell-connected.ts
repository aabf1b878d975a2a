import type { Inside } from "#access/context.ts"
import { listWorkspaceIds } from "#access/membership-store.ts"
import { notify } from "#domains/notifications/index.ts"
import { redirectHost, steadyHost } from "../redirect-host.ts"
import { announceConnection, connectionEvents } from "./connection-events.ts"
import { findGrantFacts } from "./grant-facts-store.ts"

/** Notifies the admins, and the webhooks, of each workspace to which a member has just connected an app. */
export async function tellConnected(cx: Inside, grantId: string): Promise<void> {
  const grant = await findGrantFacts(cx, grantId)
  if (!grant) return
  const { host, isLocal } = redirectHost(grant.redirect_uri)
  const words = [isLocal ? "an app on their computer" : host, grant.member]
  const { account_id: accountId, workspace_id } = grant
  const data = { id: grantId, accountId, app: steadyHost(grant.redirect_uri), scopes: grant.scope.split(" ") }
  await announceConnection(cx, connectionEvents.created, { workspaceId: workspace_id, data })
  const reached =
    grant.workspace_id === null ? (await listWorkspaceIds(cx, grant.account_id)).sort() : [grant.workspace_id]
  for (const workspaceId of reached) {
    await notify(cx, { workspaceId, what: "app_connected", words, thing: grantId, by: [grant.account_id] })
  }
}
