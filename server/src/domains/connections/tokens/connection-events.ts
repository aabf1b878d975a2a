import { z } from "zod"
import type { Inside } from "#access/context.ts"
import { listWorkspaceIds } from "#access/membership-store.ts"
import { type EventKind, event, noteEvent, withExample } from "#changes/note-event.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

const created = z.object({
  id: z.string(),
  accountId: z.string().describe("The member who allowed it."),
  app: z.string().describe("The host of the app's redirect address, or `localhost`."),
  scopes: z.array(z.string()),
})

const ended = z.object({ id: z.string(), accountId: z.string(), reason: z.string() })

export const connectionEvents = {
  created: withExample(
    { app: "agent.example.com", scopes: ["links:read", "links:write"] },
    event("connection.created", created, "A member connected an app to the workspace."),
  ),
  ended: withExample(
    { reason: "revoked" },
    event("connection.ended", ended, "A connected app can no longer reach the workspace."),
  ),
}

interface Announced<Data> {
  /** Null: all workspaces of the account. */
  readonly workspaceId: WorkspaceId | null
  readonly data: Data & { id: string; accountId: string }
}

export async function announceConnection<Data extends z.ZodType>(
  cx: Inside,
  type: EventKind<Data>,
  { workspaceId, data }: Announced<z.input<Data>>,
): Promise<void> {
  const reached = workspaceId === null ? await listWorkspaceIds(cx, data.accountId) : [workspaceId]
  for (const id of reached) noteEvent(cx, { workspaceId: id, type, subject: data.id, data: () => data })
}
