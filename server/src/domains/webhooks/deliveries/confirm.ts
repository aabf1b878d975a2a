import type { Inside } from "#access/context.ts"
import { noteChange } from "#access/note-change.ts"
import { changeEndpointRow, type EndpointRow, hasBegun, raiseHeads, updateWanted } from "../endpoints/index.ts"

/**
 * A test arrived: a new endpoint gets what it wants from the clock's present number on. One that has moved also gets
 * what waits.
 */
export async function confirm(cx: Inside, endpoint: EndpointRow): Promise<void> {
  const workspaceId = endpoint.workspace_id
  await changeEndpointRow(cx, endpoint, { confirmed_at: cx.now() })
  const now = await updateWanted(cx, { workspaceId })
  await raiseHeads(cx, endpoint)
  if (!hasBegun(endpoint)) await changeEndpointRow(cx, endpoint, { since: now })
  noteChange(cx, { workspaceId, kind: "webhooks" })
}
