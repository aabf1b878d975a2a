import { z } from "zod"
import type { Inside, Member } from "#access/context.ts"
import { type EventKind, event, noteEvent, withExample } from "#changes/note-event.ts"

const renamed = z.object({
  name: z.string(),
  slug: z.string().describe("The workspace's name in addresses."),
  formerName: z.string(),
  formerSlug: z.string(),
})

const transferred = z.object({ fromAccountId: z.string(), toAccountId: z.string() })

export const workspaceEvents = {
  renamed: withExample(
    { name: "Studio Ada", slug: "studio-ada", formerName: "Ada’s studio", formerSlug: "adas-studio" },
    event("workspace.renamed", renamed, "The workspace got another name, or another name in addresses."),
  ),
  ownershipTransferred: withExample(
    { fromAccountId: "account_8w4q9m3k7f2x", toAccountId: "account_2f7k3m9q4w8x" },
    event("workspace.ownership_transferred", transferred, "An owner made another member owner."),
  ),
}

export function announceWorkspace<Data extends z.ZodType>(
  cx: Inside & Member,
  type: EventKind<Data>,
  data: z.input<Data>,
): void {
  const { workspaceId } = cx
  noteEvent(cx, { workspaceId, type, subject: workspaceId, data: () => data })
}
