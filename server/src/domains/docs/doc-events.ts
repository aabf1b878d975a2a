import { z } from "zod"
import type { Inside, Member, Outside } from "#access/context.ts"
import { event, noteEvent, withExample } from "#changes/note-event.ts"
import { toIso } from "#kernel/time/iso.ts"
import { findDocHead } from "./doc-store.ts"

const data = z.object({
  id: z.string(),
  title: z.string(),
  emoji: z.string().nullable(),
  publicUrl: z.url().nullable().describe("Null while the doc has no public link."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

const title = "Launch plan"
const closed = { title, publicUrl: null }

export const docEvents = {
  created: withExample(closed, event("doc.created", data, "A doc was created or imported.")),
  published: withExample(
    { title, publicUrl: "https://example.com/d/4f7k" },
    event("doc.published", data, "A doc got a public link."),
  ),
  unpublished: withExample(closed, event("doc.unpublished", data, "A doc's public link ended.")),
  trashed: withExample(closed, event("doc.trashed", data, "A doc was moved to the trash.")),
  restored: withExample(closed, event("doc.restored", data, "A doc was restored from the trash.")),
}

/** Notes what happened to a doc; its text is never part of an event. */
export function announceDoc(
  cx: Inside & Member,
  name: keyof typeof docEvents,
  { id, addresses }: { id: string } & Pick<Outside, "addresses">,
): void {
  noteEvent(cx, {
    ...{ workspaceId: cx.workspaceId, type: docEvents[name], subject: id },
    data: async () => {
      const doc = await findDocHead(cx, id)
      if (!doc) throw new Error("The doc of an event must exist.")
      const { title, emoji, public_key } = doc
      const publicUrl = public_key === null ? null : `${addresses.base}/d/${public_key}`
      return { id, title, emoji, publicUrl, createdAt: toIso(doc.created_at), updatedAt: toIso(doc.updated_at) }
    },
  })
}
