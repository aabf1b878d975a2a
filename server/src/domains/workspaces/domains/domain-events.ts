import { z } from "zod"
import type { Inside } from "#access/context.ts"
import { event, noteEvent } from "#changes/note-event.ts"
import type { Domain } from "./domain-store.ts"

const data = z.object({ id: z.string(), hostname: z.string() })

export const domainEvents = {
  verified: event("domain.verified", data, "A domain is attached, or its missing records were found again."),
  failing: event("domain.failing", data, "Records of an attached domain are missing. It is detached after three days."),
  stopped: event("domain.stopped", data, "A domain was detached, since its records were missing for three days."),
  removed: event("domain.removed", data, "A member removed a domain."),
}

export function announceDomain(
  cx: Inside,
  name: keyof typeof domainEvents,
  { id, hostname, workspace_id }: Pick<Domain, "id" | "hostname" | "workspace_id">,
): void {
  noteEvent(cx, {
    ...{ workspaceId: workspace_id, type: domainEvents[name], subject: id },
    data: () => ({ id, hostname }),
  })
}
