import type { Inside } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import { changeEndpointRow, type EndpointRow, hasBegun, raiseHeads, updateWanted } from "../endpoints/index.ts"

/**
 * Confirms an endpoint when a test arrived. A new one gets events from the clock's present number on; one with a new
 * address also gets the waiting events.
 */
export async function confirm(cx: Inside, endpoint: EndpointRow): Promise<void> {
  const workspaceId = endpoint.workspace_id
  await changeEndpointRow(cx, endpoint, { confirmed_at: cx.now() })
  const now = await updateWanted(cx, { workspaceId })
  await raiseHeads(cx, endpoint)
  if (!hasBegun(endpoint)) await changeEndpointRow(cx, endpoint, { since: now })
  noteChange(cx, { workspaceId, kind: "webhooks" })
}
