import type { Inside } from "#access/context.ts"
import { noteChange } from "#access/note-change.ts"
import { changeEndpointRow, type EndpointRow, raiseHeads, updateWanted } from "../endpoints/index.ts"

/** The first test arrived: from the clock's present number on, the endpoint gets what it wants. */
export async function confirm(cx: Inside, endpoint: EndpointRow): Promise<void> {
  const workspaceId = endpoint.workspace_id
  await changeEndpointRow(cx, endpoint, { confirmed_at: cx.now() })
  const since = await updateWanted(cx, { workspaceId })
  await raiseHeads(cx, endpoint)
  await changeEndpointRow(cx, endpoint, { since })
  noteChange(cx, { workspaceId, kind: "webhooks" })
}
