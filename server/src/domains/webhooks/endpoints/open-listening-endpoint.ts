import type { Context } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { newWebhookSecret, unsealWebhook } from "./endpoint-keys.ts"
import { changeEndpointRow, type EndpointRow, insertEndpointRow, listEndpointRows } from "./endpoint-store.ts"
import { newEndpoint, refuseEleventh } from "./make-endpoint.ts"
import { updateWanted } from "./wanted-store.ts"

/**
 * The endpoint of `atelier listen` at an address, with its cursor where it was. It is switched off, so no job sends to
 * it; it wants all events, like each endpoint that was switched off within 30 days.
 */
export function openListeningEndpoint(cx: Context, { workspaceId, url }: { workspaceId: WorkspaceId; url: string }) {
  const made = newEndpoint(
    { ...cx, workspaceId, accountId: null },
    { url, types: ["*"], description: "atelier listen" },
    newWebhookSecret(),
  )
  return cx.atomically(async (inside): Promise<EndpointRow> => {
    const now = inside.now()
    const rows = await listEndpointRows(inside, { workspaceId })
    const known = rows.find(
      (row) =>
        row.disabled_for === "listener" && unsealWebhook(cx, "url", { id: row.id, text: row.url_sealed }) === url,
    )
    const off = { confirmed_at: now, disabled_at: now, disabled_for: "listener" } as const
    if (!known) {
      refuseEleventh(rows)
      await insertEndpointRow(inside, { ...made, ...off })
    } else await changeEndpointRow(inside, known, off)
    const seq = await updateWanted(inside, { workspaceId })
    if (known) return known
    await changeEndpointRow(inside, made, { cursor_seq: seq })
    return { ...made, cursor_seq: seq }
  })
}
