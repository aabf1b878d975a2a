import { z } from "zod"
import type { Inside, Member, Outside } from "#access/context.ts"
import { event, noteEvent, withExample } from "#changes/note-event.ts"
import { newOrderedId } from "#kernel/ids.ts"
import { linkState, linkStateOf, toLink } from "./link.ts"
import type { LinkRow } from "./link-store.ts"

const link = z.object({
  id: z.string(),
  shortUrl: z.url(),
  destination: z.string().describe("The URL that visitors are sent to."),
  title: z.string().nullable().describe("A note that visitors do not see."),
  clickLimit: z.int().nullable().describe("The link stops after this many clicks; null: unlimited."),
  expiresAt: z.iso.datetime().nullable(),
  passesQuery: z.boolean().describe("Whether visitors' query parameters are added."),
  state: linkState.describe("The link's own state. An `active` link redirects as soon as its domain leads here."),
  createdAt: z.iso.datetime(),
})

const batch = z.object({
  action: z.enum(["imported", "trashed", "restored", "expiry_set", "tagged", "untagged"]),
  count: z.int().describe("How many links were changed."),
  ids: z.array(z.string()).max(500),
})

type BatchAction = z.output<typeof batch>["action"]

const usual = { title: "Spring sale", clickLimit: null, expiresAt: null, state: "active" } as const
const inTrash = { ...usual, state: "trashed" } as const

export const linkEvents = {
  created: withExample(usual, event("link.created", link, "A short link was created.")),
  updated: withExample(usual, event("link.updated", link, "A short link was changed.")),
  trashed: withExample(
    inTrash,
    event("link.trashed", link, "A short link was moved to the trash, and no longer works."),
  ),
  restored: withExample(usual, event("link.restored", link, "A short link was restored from the trash.")),
  batchChanged: event("link.batch_changed", batch, "Several short links were created or changed at once."),
}

export function announceLink(
  cx: Inside,
  name: Exclude<keyof typeof linkEvents, "batchChanged">,
  { row, addresses }: { row: LinkRow } & Pick<Outside, "addresses">,
): void {
  const data = () => {
    const { id, destination, title, ...shown } = toLink({ addresses, now: cx.now }, row)
    const state = linkStateOf(row, cx.now())
    return {
      // Programs may not read letters outside of ASCII in addresses.
      ...{ id, shortUrl: new URL(shown.shortUrl).href, destination, title, clickLimit: shown.clickLimit },
      ...{ expiresAt: shown.expiresAt, passesQuery: shown.passesQuery, state, createdAt: shown.createdAt },
    }
  }
  noteEvent(cx, { workspaceId: row.workspace_id, type: linkEvents[name], subject: row.id, data })
}

/** One event for all links that a transaction changed. */
export function announceLinks(cx: Inside & Member, action: BatchAction, links: readonly Pick<LinkRow, "id">[]): void {
  if (links.length === 0) return
  const ids = links.map(({ id }) => id)
  const data = () => ({ action, count: ids.length, ids })
  const subject = newOrderedId("batch", cx.now())
  noteEvent(cx, { workspaceId: cx.workspaceId, type: linkEvents.batchChanged, subject, data })
}
